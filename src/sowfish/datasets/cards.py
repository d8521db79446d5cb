"""Data cards and model cards: Markdown with a YAML header, as dataset and model hubs expect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

LICENSE = "mit"


def data_card(
    *, title: str, text: str, files: Mapping[str, str], columns: Mapping[str, str], rows: Mapping[str, int]
) -> str:
    """Return the card of a dataset: its files by configuration, columns with their meaning, and counts."""
    configs = "\n".join(
        f"- config_name: {name}\n  data_files: {path}" + ("\n  default: true" if number == 0 else "")
        for number, (name, path) in enumerate(files.items())
    )
    table = "\n".join(f"| `{name}` | {meaning} |" for name, meaning in columns.items())
    counts = "\n".join(f"| {name} | {count:,} |" for name, count in rows.items())
    return f"""---
license: {LICENSE}
pretty_name: "{title}"
tags: [mancala, kalah, avalanche, board-games, game-ai]
configs:
{configs}
---

# {title}

{text}

| column | meaning |
|---|---|
{table}

| configuration | rows |
|---|---|
{counts}
"""


def model_card(*, title: str, text: str, facts: Sequence[tuple[str, str]]) -> str:
    """Return the card of a net."""
    table = "\n".join(f"| {name} | {value} |" for name, value in facts)
    return f"""---
license: {LICENSE}
tags: [mancala, game-ai, policy-value-network]
---

# {title}

{text}

| | |
|---|---|
{table}
"""
