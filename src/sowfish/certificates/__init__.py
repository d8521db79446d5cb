"""Certificates: files that prove a value to anyone who knows the rules, and their checker."""

from sowfish.certificates.check import Verdict, check
from sowfish.certificates.claim import Claim
from sowfish.certificates.write import Written, check_place, write

__all__ = ["Claim", "Verdict", "Written", "check", "check_place", "write"]
