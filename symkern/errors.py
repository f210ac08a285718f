"""One wording for every complaint about what a user gave: the name, the rule, the value, and then the remedy."""

LONGEST_ECHO = 100


class UsageError(ValueError):
    """What was asked cannot be done as asked; the message is one line for the person who asked."""


class InvalidArgument(UsageError):
    """An argument breaks a rule.

    >>> print(InvalidArgument("d", "a positive integer", "0", "Leave it out to keep d symbolic."))
    d must be a positive integer; got d=0. Leave it out to keep d symbolic.
    """

    def __init__(self, name: str, rule: str, value: object, remedy: str = "") -> None:
        shown = str(value) if str(value).isprintable() else repr(value)
        shown = shown if len(shown) <= LONGEST_ECHO else f"{shown[:20]}... ({len(shown)} characters)"
        super().__init__(f"{name} must be {rule}; got {name}={shown}." + (f" {remedy}" if remedy else ""))
