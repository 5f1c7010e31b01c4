"""What is read of a page's text costs time in proportion to it, whatever the text is."""

import re
import time

import pytest

from mkdocs_ascribe.adapter.lasting import _YAML_KEY
from mkdocs_ascribe.adapter.material import has_text
from mkdocs_ascribe.addresses import encode_address
from mkdocs_ascribe.cli_addresses import _title
from mkdocs_ascribe.lasting.section_text import section_markdown
from mkdocs_ascribe.lasting.sections import Heading, sections_of, words_of
from mkdocs_ascribe.outputs.netlify import _joined


def section(text):
    return section_markdown(text, "none", Heading("none", 1))


@pytest.mark.parametrize(
    ("read", "first", "part", "last"),
    [
        (has_text, "", "<!--", ""),
        (has_text, "-->", "<!--x", ""),
        (has_text, "", "[TAGS] ", ""),
        (words_of, "", "[", ""),
        (words_of, "", "[", "]"),
        (words_of, "", "](", ""),
        (words_of, "", "][", ""),
        (words_of, "", "![a](", ""),
        (words_of, "", "![", ""),
        (words_of, "", "<", ""),
        (words_of, "", ":a", ""),
        (section, "# a", " ", "b"),
        (section, "# a", " #", "b"),
        (section, "# a {", " ", "b"),
        (section, "a", " ", "b\n---"),
        (section, "# ", "{a", ""),
        (section, "# ", "{a} ", "b"),
        (_title, "# a", " ", "b"),
        (_title, "# a", " #", "b"),
        (_title, "title", " ", ""),
        (sections_of, "", "<h2>", ""),
        (sections_of, "", "<h2 id=a>A", ""),
        (sections_of, "<h2>", "<i>", ""),
        (encode_address, "", "a", "é"),
        (encode_address, "", "//", "é"),
        (_joined, "a", " ", "b"),
        (_joined, "a", " ,", "b"),
        (lambda line: re.match(_YAML_KEY, line), "a", " ", "b"),
    ],
)
def test_the_time_is_linear(read, first, part, last):
    def cost(length):
        text = first + part * (length // len(part)) + last
        best = 99.0
        for _ in range(3):
            before = time.process_time()
            read(text)
            best = min(best, time.process_time() - before)
        return best

    # Four times the text costs sixteen times as much where each part looks through the rest.
    assert cost(40_000) < 9 * cost(10_000) + 0.01
