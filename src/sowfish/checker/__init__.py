"""The model checker: the game as events, questions about all games, witnesses and proofs."""

from sowfish.checker.answer import Answer, Engine, Extent
from sowfish.checker.asking import ask
from sowfish.checker.conditions import Counted, in_order, label, predicate, word
from sowfish.checker.force import Strategy, StrategyStep
from sowfish.checker.language import read_question
from sowfish.checker.question import Bound, Question, Subject, Verb
from sowfish.checker.state import State, successors
from sowfish.checker.trace import Trace

__all__ = [
    "Answer",
    "Bound",
    "Counted",
    "Engine",
    "Extent",
    "Question",
    "State",
    "Strategy",
    "StrategyStep",
    "Subject",
    "Trace",
    "Verb",
    "ask",
    "in_order",
    "label",
    "predicate",
    "read_question",
    "successors",
    "word",
]
