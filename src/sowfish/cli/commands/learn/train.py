"""`sowfish learn train`: a net from a corpus, measured on games it has not seen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sowfish.cli.commands.learn.extra import require
from sowfish.cli.options import json_option
from sowfish.cli.terminal.progress_line import ProgressLine
from sowfish.cli.terminal.screen import say_json
from sowfish.content.base import labelled
from sowfish.errors import quoted
from sowfish.runtime.files import write_whole

if TYPE_CHECKING:
    from sowfish.learn.session import Session
    from sowfish.learn.train import Epoch

EPILOG = """\b
Examples:
  sowfish learn train games.npz --output avalanche.net
  sowfish learn train games.npz --output avalanche.net --widths 128,32
"""


def _read_widths(_context: click.Context, parameter: click.Parameter, text: str) -> tuple[int, ...]:
    try:
        first, second = map(int, text.split(","))
    except ValueError:
        raise click.BadParameter(f"{quoted(text)} is not two numbers such as 64,32", param=parameter) from None
    return first, second


@click.command(epilog=EPILOG, short_help="Train a net on a corpus, and measure it.")
@click.argument("corpus", type=click.Path(dir_okay=False, path_type=Path), metavar="CORPUS")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    required=True,
    help="Write the net to this file.",
)
@click.option(
    "--plot", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write the learning curves as SVG."
)
@click.option("--rules", metavar="NAME", help="Expected rules; a corpus with other rules is rejected.")
@click.option(
    "--widths",
    metavar="TWO",
    default="64,32",
    show_default=True,
    callback=_read_widths,
    help="Hidden layer widths.",
)
@click.option(
    "--epochs",
    type=click.IntRange(1, 100_000),
    metavar="NUMBER",
    default=60,
    show_default=True,
    help="Maximum epochs.",
)
@click.option(
    "--patience",
    type=click.IntRange(1, 100_000),
    metavar="EPOCHS",
    default=6,
    show_default=True,
    help="Stop after this many epochs without a better validation loss.",
)
@click.option(
    "--batch",
    type=click.IntRange(1, 1 << 20),
    metavar="NUMBER",
    default=1024,
    show_default=True,
    help="Positions per training step.",
)
@click.option(
    "--rate",
    type=click.FloatRange(0, 1, min_open=True),
    metavar="NUMBER",
    default=0.004,
    show_default=True,
    help="Learning rate.",
)
@click.option(
    "--decay",
    type=click.FloatRange(0, 100),
    metavar="NUMBER",
    default=0.05,
    show_default=True,
    help="Weight decay; more of it prevents overfitting.",
)
@click.option(
    "--temperature",
    type=click.FloatRange(0, 100),
    metavar="STONES",
    default=1.0,
    show_default=True,
    help="Softmax temperature of the policy target, in stones; 0 means the best moves only.",
)
@click.option(
    "--estimates",
    type=click.FloatRange(0, 1),
    metavar="SHARE",
    default=0.5,
    show_default=True,
    help="Weight of positions that are not proven.",
)
@click.option("--seed", type=click.IntRange(0), metavar="NUMBER", default=1, show_default=True, help="Random seed.")
@json_option
def train(
    *,
    corpus: Path,
    output: Path,
    plot: Path | None,
    rules: str | None,
    widths: tuple[int, ...],
    epochs: int,
    patience: int,
    batch: int,
    rate: float,
    decay: float,
    temperature: float,
    estimates: float,
    seed: int,
    as_json: bool,
) -> int:
    """Train a net on CORPUS until it stops improving, and measure it on held-out games.

    A net without hidden layers is trained as a baseline. Ctrl-C stops the training and keeps the best net so far.
    """
    require("numpy", "torch")
    from sowfish.learn.corpus_file import read  # noqa: PLC0415  # needs numpy

    examples = read(corpus, rules)
    for place in filter(None, (output, plot)):
        if not place.parent.is_dir():
            raise click.UsageError(f"There is no folder {place.parent}", click.get_current_context())
    from sowfish.learn.session import run  # noqa: PLC0415  # torch takes its time to load
    from sowfish.learn.train import Options  # noqa: PLC0415

    options = Options(
        widths=widths,
        epochs=epochs,
        patience=patience,
        batch=batch,
        rate=rate,
        decay=decay,
        temperature=temperature,
        estimates=estimates,
        seed=seed,
    )
    with ProgressLine() as thinking:

        def tell(name: str, epoch: Epoch) -> None:
            thinking.show(f"{name}, epoch {epoch.number}: loss {epoch.loss:.4f}, optimal {100 * epoch.optimal:.1f} %")

        session = run(examples, options, progress=tell, cancel=thinking)
    write_whole(output, session.data)
    if plot is not None:
        write_whole(plot, curves(session, f"Training for {examples.rules}").encode())
    if as_json:
        say_json(labelled(session.record, file=str(output)))
    else:
        click.echo(told(session, output))
    return thinking.exit_code


def curves(session: Session, title: str) -> str:
    """Return the learning curves as SVG."""
    from sowfish.render.curves_svg import Curve, Panel, draw_curves_svg  # noqa: PLC0415  # only for a picture

    net, baseline = session.net.epochs, session.baseline.epochs
    loss = [
        Curve(name="net, training", values=[epoch.train_loss for epoch in net]),
        Curve(name="net, validation", values=[epoch.loss for epoch in net]),
    ]
    optimal = [
        Curve(name="net", values=[100 * epoch.optimal for epoch in net]),
        Curve(name="linear", values=[100 * epoch.optimal for epoch in baseline]),
    ]
    panels = [Panel(name="loss", curves=loss), Panel(name="% optimal on validation", curves=optimal)]
    return draw_curves_svg(title, panels)


def told(session: Session, output: Path) -> str:
    """Return the accuracy of the guesses in words."""
    skills = session.skills
    positions = next(iter(skills.values())).whole.positions
    best = session.net.best.number
    lines = [
        f"{output}: {len(session.data):,} bytes, best after epoch {best} of {len(session.net.epochs)}",
        f"Top guesses on {positions:,} proven positions of games held out:",
        f"{'':10}{'optimal':>10}{'stones lost':>13}",
    ]
    for name, skill in skills.items():
        lines.append(f"{name:10}{100 * skill.whole.optimal:>8.1f} %{skill.whole.lost:>13.2f}")
    return "\n".join(lines)
