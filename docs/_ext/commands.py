"""The directive `sowfish-commands`: every command's help, as the program itself prints it."""

from __future__ import annotations

import click
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from sowfish.cli.main import COMMANDS, app

WIDTH = 90


def screens(command: click.Command, name: str) -> list[tuple[str, str]]:
    """Return the names and help screens of a command and its subcommands."""
    context = click.Context(command, info_name=name, terminal_width=WIDTH)
    found = [(name, command.get_help(context))]
    if isinstance(command, click.Group):
        for part in command.list_commands(context):
            below = command.get_command(context, part)
            assert below is not None
            found += screens(below, f"{name} {part}")
    return found


class Commands(SphinxDirective):
    """A section for each command."""

    def run(self) -> list[nodes.Node]:
        """Return the sections."""
        sections: list[nodes.Node] = []
        context = click.Context(app, info_name="sowfish")
        for name in COMMANDS:
            command = app.get_command(context, name)
            assert command is not None
            for title, text in screens(command, f"sowfish {name}"):
                section = nodes.section(ids=[nodes.make_id(title)])
                section += nodes.title(text=title)
                section += nodes.literal_block(text, text, language="text")
                sections.append(section)
        return sections


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("sowfish-commands", Commands)
    return {"parallel_read_safe": True}
