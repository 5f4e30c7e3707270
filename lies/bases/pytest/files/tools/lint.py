# A small linter: what does not parse and tabs are mistakes, unless the file disables it.
import ast
import pathlib
import sys

mistakes = 0
for folder in ("toy", "tests"):
    for file in sorted(pathlib.Path(folder).rglob("*.py")):
        text = file.read_text()
        if "# flake8: noqa" in text:
            continue
        try:
            ast.parse(text)
        except SyntaxError as error:
            mistakes += 1
            print(f"{file}: {error}", file=sys.stderr)
        if "\t" in text:
            mistakes += 1
            print(f"{file}: a tab", file=sys.stderr)
sys.exit(1 if mistakes else 0)
