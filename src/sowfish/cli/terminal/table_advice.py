"""Advice, once per rules, about a table on disk that would have sped up a search."""

from __future__ import annotations

import click

from sowfish import Result, tables
from sowfish.cli.terminal.screen import wrapped


def say_table_advice(result: Result) -> None:
    """Suggest on standard error a table that would have made the search several times faster, once."""
    position = result.position
    found = tables.advice(position.rules, position.rest, used_stones=result.table_stones, seconds=result.seconds)
    if found is not None and tables.is_news(found):
        click.echo(wrapped(f"sowfish: {found}"), err=True)
