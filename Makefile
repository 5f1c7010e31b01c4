# `make site` and `make test` set everything up in .venv; nothing else is touched.
PYTHON ?= python3
BIN := .venv/bin
JUDGES := $(patsubst %/package.json,%,$(wildcard tests/judges/*/package.json))

# Material prints a notice about MkDocs 2 at every build.
export NO_MKDOCS_2_WARNING := 1

.DEFAULT_GOAL := help
.PHONY: help site serve test check judges bench clean

help:
	@echo "make site    build the sample site, which is the documentation, into sample_site/site"
	@echo "make serve   serve it, with its headers, at http://127.0.0.1:8000"
	@echo "make test    run the tests"
	@echo "make check   run ruff, mypy and the import contracts"
	@echo "make bench   compare builds with and without the plugin: CPU a page, memory"
	@echo "make judges  install the independent judges that some tests ask (needs Node.js)"

site: .venv/site.done
	$(BIN)/mkdocs build --strict --config-file sample_site/mkdocs.yml

serve: .venv/site.done
	$(BIN)/mkdocs serve --config-file sample_site/mkdocs.yml

test: .venv/test.done
	$(BIN)/pytest --numprocesses auto

check: .venv/check.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

judges: .venv/test.done
	set -e; for judge in $(JUDGES); do npm ci --silent --no-audit --no-fund --prefix $$judge; done
	set -e; for list in $(wildcard tests/judges/*/requirements.txt); do $(BIN)/pip install --quiet -r $$list; done

bench: .venv/site.done
	$(BIN)/python tests/bench/run.py --pages 1000 --runs 3
	$(BIN)/python tests/bench/run.py --pages 1000 --runs 3 --markdown source

clean:
	rm -rf .venv sample_site/site $(JUDGES:=/node_modules)

# Dependency groups need pip 25.1, which is newer than the one many Pythons bring. What it installs
# in place it does not compile, and where Python may write no bytecode each build would.
.venv/pip.done:
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	touch $@

.venv/%.done: .venv/pip.done pyproject.toml
	$(BIN)/python -m pip install --quiet --editable . --group $*
	$(BIN)/python -m compileall -q mkdocs_ascribe
	touch $@
