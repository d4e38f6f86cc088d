"""What can be wrong with the files of a release."""


class ReleaseError(Exception):
    """Something that a release is made of is missing or is not what it must be; the message says what and where."""
