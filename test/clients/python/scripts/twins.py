"""Reads pairs of files, one with a stranger's text and its harmless twin, and prints what sets them apart; nothing is the aim.

Input is JSON: a list of {"name", "files": [{"path", "hostile", "harmless"}], "texts", "word", "planted"}.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import tokenize
from typing import Any, List, Sequence


def tokens_of(text: str) -> List[tokenize.TokenInfo]:
    return list(tokenize.generate_tokens(io.StringIO(text, newline="").readline))


def flat(text: str) -> str:
    """Without what indentation adds to the lines of a docstring, and without the line that closes it."""
    return re.sub(r"\n *", "\n", text).rstrip("\n")


def reads_back(harmless: str, hostile: str, word: str, texts: Sequence[str]) -> bool:
    """Whether one string is the other with one of the texts in each place of the word."""
    found = "|".join(re.escape(text) for text in texts)
    pattern = f"(?:{found})".join(re.escape(piece) for piece in harmless.split(word))
    return re.fullmatch(pattern, hostile) is not None


def faults_of(case: Any) -> List[str]:
    faults: List[str] = []
    word, texts = case["word"], sorted(set(case["texts"]), key=len, reverse=True)
    flats = [flat(text) for text in texts]
    for file in case["files"]:
        hostile, harmless = file["hostile"], file["harmless"]
        ast.parse(hostile, feature_version=(3, 9))
        ours, twins = tokens_of(hostile), tokens_of(harmless)
        if [token.exact_type for token in ours] != [token.exact_type for token in twins]:
            faults.append(f"{file['path']}: other tokens")
            continue
        for our, twin in zip(ours, twins):
            if our.type != tokenize.STRING:
                if our.string != twin.string or case["planted"] in our.string:
                    faults.append(f"{file['path']}: {our.string!r} is no {twin.string!r}")
                continue
            said, expected = ast.literal_eval(our.string), ast.literal_eval(twin.string)
            is_doc = our.string.startswith('"""')
            if is_doc and not reads_back(flat(expected), flat(said), word, flats):
                faults.append(f"{file['path']}: {said!r} is no {expected!r}")
            if not is_doc and not reads_back(expected, said, word, texts):
                faults.append(f"{file['path']}: {said!r} is no {expected!r}")
    return faults


def main() -> None:
    cases = json.load(sys.stdin)
    json.dump({case["name"]: faults_of(case) for case in cases}, sys.stdout)


if __name__ == "__main__":
    main()
