"""The two ways in which a validation ends early."""


class Rejected(Exception):
    """The certificate does not show its claim: malformed, or wrong."""


class CannotTell(Exception):
    """Nothing is known about the claim: the model is unreadable, or a limit was reached."""
