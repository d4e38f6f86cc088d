"""The words of the closed vocabularies are the specification's."""

from enum import StrEnum

import pytest

from locdata_model.vocabulary import (
    COUNTRY_TOPIC_LABELS,
    ChangeCause,
    ChangeKind,
    ConnectorType,
    ContractPart,
    Evidence,
    FilterName,
    ObligationKind,
    ObligationStatus,
    ReportingSupport,
    ReportingTopic,
    Status,
    SupportType,
    Topic,
    Verification,
)


@pytest.mark.parametrize(
    ("vocabulary", "words"),
    [
        (Evidence, ["fetched", "search-extract", "unverified"]),
        (Verification, ["official", "secondary", "unverified"]),
        (Status, ["verified", "unverified"]),
        (
            Topic,
            [
                "currency",
                "vat",
                "e_invoicing",
                "periodic_reporting",
                "eu_vida",
                "statutory_accounts",
                "tax_authority",
                "erp_localization",
                "e_invoicing_erp_support",
            ],
        ),
        (
            SupportType,
            [
                "native",
                "native + access point",
                "add-on",
                "via provider",
                "via provider (receiving only)",
                "roadmap",
                "not supported",
                "unknown/unverified",
            ],
        ),
        (ReportingTopic, ["vat-reporting", "saf-t"]),
        (ReportingSupport, ["native", "add-on", "unknown"]),
        (ConnectorType, ["vendor-branded", "certified connector", "partner-built"]),
        (
            FilterName,
            [
                "e-invoicing-mandatory",
                "e-invoicing-mandatory-b2b",
                "e-invoicing-b2b-in-force",
                "e-invoicing-mandatory-b2g",
                "real-time-reporting",
                "saft-required",
                "toggles-unknown",
            ],
        ),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_words_are_those_of_the_specification(vocabulary: type[StrEnum], words: list[str]) -> None:
    assert [word.value for word in vocabulary] == words


@pytest.mark.parametrize(
    ("vocabulary", "words"),
    [
        (
            ObligationKind,
            ["e_invoicing_b2b", "e_invoicing_b2g", "real_time_reporting", "saft", "audit_file"],
        ),
        (ObligationStatus, ["in_force", "enacted", "planned", "voluntary", "none", "unknown"]),
        (ChangeKind, ["added", "changed", "removed"]),
        (ChangeCause, ["edit", "time"]),
        (ContractPart, ["path", "anchor", "record", "type", "field", "word"]),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_words_beyond_the_specification_are_these(vocabulary: type[StrEnum], words: list[str]) -> None:
    assert [word.value for word in vocabulary] == words


def test_labels_of_the_topics_are_those_of_the_specification() -> None:
    assert [(topic.value, label) for topic, label in COUNTRY_TOPIC_LABELS.items()] == [
        ("currency", "Currency"),
        ("vat", "VAT / GST"),
        ("e_invoicing", "E-invoicing"),
        ("periodic_reporting", "Periodic / real-time reporting"),
        ("eu_vida", "EU ViDA"),
        ("statutory_accounts", "Statutory accounts / chart of accounts"),
        ("tax_authority", "Tax authority"),
    ]
