"""The base class of the records inside the source files of ``data_src``."""

from locdata_model.record import Record


class SourceRecord(Record, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A record of a source file. An optional field is written only where its value is not the default.

    Decoding also refuses fields that are not known.
    """
