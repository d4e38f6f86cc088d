"""Every rule on source data, and a sentence for every other kind of issue.

``docs/checks.md`` is generated from this module: ``./pants run tests/check:update``.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from locdata_build.check import (
    audit_rules,
    citation_rules,
    date_rules,
    duplicate_rules,
    obligation_rules,
    provenance_rules,
    reference_rules,
    report_rules,
    term_rules,
    text_rules,
    url_rules,
)
from locdata_build.check.rule import CheckContext, Rule
from locdata_build.source.errors import Issue, IssueCode
from locdata_model.record import Record

RULES: tuple[Rule[Any], ...] = (
    text_rules.text_is_no_formula,
    text_rules.text_is_visible,
    text_rules.text_has_no_outer_blank,
    text_rules.text_has_no_double_blank,
    text_rules.text_is_normalized,
    text_rules.changed_values_are_json,
    text_rules.changed_texts_are_visible,
    reference_rules.file_has_name_of_record,
    reference_rules.country_code_is_assigned,
    reference_rules.region_is_listed,
    reference_rules.erp_has_file,
    reference_rules.countries_of_connector_are_tracked,
    reference_rules.matrix_is_complete,
    reference_rules.release_is_not_newer_than_site,
    duplicate_rules.entries_differ,
    duplicate_rules.names_of_erp_are_free,
    duplicate_rules.files_differ,
    url_rules.base_url_is_read_alike,
    url_rules.contact_is_plain,
    url_rules.name_makes_slug,
    url_rules.slug_is_short,
    url_rules.country_page_has_own_path,
    url_rules.region_calendar_has_own_path,
    url_rules.region_text_has_own_path,
    url_rules.erp_feed_has_own_path,
    date_rules.year_is_supported,
    date_rules.year_of_phase_is_published,
    date_rules.check_is_not_after_build,
    date_rules.reading_is_not_after_build,
    date_rules.news_is_not_after_build,
    date_rules.audit_is_not_after_build,
    date_rules.release_is_not_after_build,
    date_rules.build_is_not_before_release,
    date_rules.build_is_in_supported_years,
    date_rules.sponsor_ends_after_start,
    obligation_rules.phases_are_in_order,
    obligation_rules.status_allows_phases,
    obligation_rules.announced_phase_is_after_check,
    obligation_rules.status_agrees_with_phases,
    obligation_rules.who_agrees_with_binds,
    obligation_rules.words_are_in_order,
    obligation_rules.phase_names_sources_of_obligation,
    obligation_rules.start_agrees_with_status,
    obligation_rules.bound_agrees_with_status,
    obligation_rules.bound_agrees_with_phases,
    obligation_rules.requirements_suit_obligation,
    obligation_rules.mode_agrees_with_status,
    obligation_rules.days_agree_with_mode,
    report_rules.deadline_has_parts_of_unit,
    report_rules.frequencies_agree_with_words,
    report_rules.deadlines_agree_with_words,
    report_rules.deadlines_are_for_others,
    report_rules.country_has_expected_reports,
    report_rules.absent_report_is_absent,
    audit_rules.audits_are_sorted,
    audit_rules.right_claims_were_drawn,
    term_rules.terms_are_sorted,
    term_rules.names_of_terms_differ,
    term_rules.countries_of_term_have_files,
    term_rules.related_terms_exist,
    provenance_rules.named_sources_exist,
    provenance_rules.sources_are_cited,
    provenance_rules.locators_are_of_cited_sources,
    provenance_rules.sources_agree,
    provenance_rules.source_was_read,
    provenance_rules.vendor_is_no_authority,
    provenance_rules.only_laws_are_read_in_copies,
    provenance_rules.claim_is_checked_against_reading,
    citation_rules.claim_names_source,
    citation_rules.claim_is_registered,
    citation_rules.legal_claim_has_deep_links,
    citation_rules.legal_claim_begins_with_no_vendor,
    citation_rules.source_is_not_refused,
    citation_rules.source_is_public,
    citation_rules.source_is_not_own_page,
    citation_rules.page_is_one_source,
    citation_rules.lists_of_gate_are_sorted,
)
"""Every rule on texts and records."""

OTHER_ISSUES: Mapping[IssueCode, str] = {
    IssueCode.MISSING_FILE: "A required file must exist.",
    IssueCode.MISSING_FOLDER: "A required folder must exist and contain a source file.",
    IssueCode.UNEXPECTED_FILE: "The folders must contain nothing but source files, `BUILD`, `README.md` and `schema`.",
    IssueCode.UNREADABLE_FILE: "A file must be readable and regular, and not a symbolic link.",
    IssueCode.UNREADABLE_FOLDER: "A folder must be readable, and not a symbolic link.",
    IssueCode.NOT_UTF8: "A file must be UTF-8 without a byte order mark.",
    IssueCode.NOT_JSON: "A file must be JSON.",
    IssueCode.DUPLICATE_KEY: "A key must not appear twice in an object.",
    IssueCode.LONE_SURROGATE: "A text must not contain half of a surrogate pair.",
    IssueCode.MISSING_FIELD: "A required field must be present.",
    IssueCode.UNKNOWN_FIELD: "A record must not have a field that its type does not have.",
    IssueCode.UNKNOWN_WORD: "A word must be part of its vocabulary.",
    IssueCode.WRONG_TYPE: "A value must have the right type.",
    IssueCode.WRONG_PATTERN: "A code, id, date, URL or other text must match the pattern of its type.",
    IssueCode.WRONG_FORMAT: "A date or time must exist.",
    IssueCode.WRONG_VALUE: "A value must be within the limits of its type.",
    IssueCode.EMPTY: "A text or list must not be empty where its type does not allow it.",
    IssueCode.TOO_LONG: "A text or file must not be longer, and must not have more values, than its limit.",
    IssueCode.FORMAT: "A file must be in canonical format, which the command `format` writes.",
    IssueCode.UNNEEDED_EXCEPTION: "An exception must be left out of `exceptions.json` where it is not needed.",
    IssueCode.DUE: "`check --strict`: a claim must not be due: no date in it has come since its check, which is not too long ago.",
    IssueCode.NOT_A_SITE: "`diff` must be given sites, data files or stored releases.",
    IssueCode.STALE_SITE: "`diff`: the newer site must have been built, and not before the stored release.",
    IssueCode.OTHER_INPUTS: "`verify` needs `--base-url` or `--generated-at` if the site was built for another URL or time.",
    IssueCode.BROKEN_PROMISE: "`release`: a promise of the last release must be kept or have a tombstone.",
    IssueCode.VERSION_ORDER: "`release`: the version must be high enough for the changes.",
    IssueCode.CHANGELOG: "`release`: `CHANGELOG.md` must be able to take a section, and the files in `changes` must be entries for it.",
}
"""What must hold for the issues that reading, parsing, the types and the commands find."""


def find_issues(values: Iterable[tuple[str, Record | str]], context: CheckContext) -> Iterator[Issue]:
    """Apply the rules to records and texts with their JSON paths."""
    for path, value in values:
        for rule in rules_for(type(value)):
            for below, message in rule.check(value, context):
                yield Issue(context.file, f"{path}{below}", rule.code, message)


@cache
def rules_for(kind: type[Record | str]) -> tuple[Rule[Any], ...]:
    """Return the rules that apply to values of a type."""
    return tuple(rule for rule in RULES if issubclass(kind, rule.applies_to))
