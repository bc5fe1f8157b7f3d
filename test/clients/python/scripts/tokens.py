"""Prints what Python finds in each file of its input, a JSON list of {"path", "text"}."""

from __future__ import annotations

import ast
import io
import json
import sys
import tokenize
from typing import Any


def read(path: str, text: str) -> Any:
    ast.parse(text, path, feature_version=(3, 9))
    tokens = list(tokenize.generate_tokens(io.StringIO(text, newline="").readline))
    strings = [token.string for token in tokens if token.type == tokenize.STRING]
    return {
        "path": path,
        "kinds": [tokenize.tok_name[token.exact_type] for token in tokens],
        "names": [token.string for token in tokens if token.type == tokenize.NAME],
        "texts": [ast.literal_eval(string) for string in strings],
    }


if __name__ == "__main__":
    json.dump([read(file["path"], file["text"]) for file in json.load(sys.stdin)], sys.stdout)
