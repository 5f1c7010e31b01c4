"""Ask one judge of judge.py many questions at once: `batch.py JUDGE`.

Reads JSON from stdin, a list of [robots.txt, [[agent, url], ...]], and writes the answers as a
list of lists of true (may fetch) and false.
"""

import contextlib
import importlib.util
import io
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent

# judge.py starts node for every single question; this asks them all in one process.
NODE = """
const robotsParser = require("robots-parser");
const files = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(files.map(([text, questions]) => {
  const robots = robotsParser("https://e.com/robots.txt", text);
  return questions.map(([agent, url]) => robots.isAllowed(
    url.replace(/^https?:..[^/]+/, "https://e.com"), agent) !== false);
})));
"""


def load_judges():
    """Give the functions of judge.py by name; the file runs its command line when it is read."""
    spec = importlib.util.spec_from_file_location("judge", HERE / "judge.py")
    module = importlib.util.module_from_spec(spec)
    sys.argv = ["judge.py", "--help"]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        spec.loader.exec_module(module)
    return module.JUDGES


def main():
    asked, name = sys.stdin.read(), sys.argv[1]
    if name == "npm":
        subprocess.run(["node", "-e", NODE], cwd=HERE, input=asked, text=True, check=True)
        return
    judge = load_judges()[name]
    answers = [
        [judge(text, agent, url) for agent, url in questions]
        for text, questions in json.loads(asked)
    ]
    sys.stdout.write(json.dumps(answers))


main()
