"""Everything a program can read, declared once: `--json`, HTTP responses, server-sent events and JSON lines.

Each answer is a struct whose fields are its keys, beside a function `of_...` that builds it from the package's own
values. `encode` and `json_line` write any of them, and the OpenAPI document is generated from the same structs.
"""

from sowfish.content.base import Content, encode, json_line

__all__ = ["Content", "encode", "json_line"]
