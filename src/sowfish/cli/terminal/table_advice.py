"""A sentence, once for each set of rules, about a table on disk that would have saved much of a search."""

from __future__ import annotations

import click

from sowfish import Result, tables


def say_table_advice(result: Result) -> None:
    """Tell on standard error which table would have made an answer several times faster, if the user does not know."""
    position = result.position
    found = tables.advice(position.rules, position.rest, used_stones=result.table_stones, seconds=result.seconds)
    if found is not None and tables.is_news(found):
        click.echo(f"sowfish: {found}", err=True)
