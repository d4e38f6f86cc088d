"""The errors of the client. Each message says which file of which site it is about."""


class LocdataError(Exception):
    """The site gave no usable answer. Every error of this package is one."""


class NotFoundError(LocdataError, LookupError):
    """The site has no such file, no such country or no such product."""


class UnreachableError(LocdataError):
    """The site could not be read: no connection, a time-out, or a status that means an error."""


class InvalidContentError(LocdataError):
    """The content of a file is not what its path promises."""


class UnsupportedVersionError(LocdataError):
    """The site publishes another major version of the API."""
