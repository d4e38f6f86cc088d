"""Topics and sponsors are those of the specification, and every topic has a label."""

from locdata_model.service import Sponsor
from locdata_model.vocabulary import COUNTRY_TOPIC_LABELS, REPORTING_TOPIC_LABELS, ReportingTopic, Topic
from support.specification import FACT_LABELS, FROZEN, REPORTING_TOPICS, SPONSOR, TOPICS

LABELS = "give each topic a label in src/python/locdata_model/vocabulary.py"


def test_topics_of_countries_have_the_labels_of_the_specification_in_its_order() -> None:
    assert tuple(COUNTRY_TOPIC_LABELS.values())[: len(FACT_LABELS)] == FACT_LABELS, FROZEN
    assert set(Topic) - set(COUNTRY_TOPIC_LABELS) == {Topic.ERP_LOCALIZATION, Topic.E_INVOICING_ERP_SUPPORT}, LABELS


def test_every_reporting_topic_has_a_label() -> None:
    assert tuple(ReportingTopic)[: len(REPORTING_TOPICS)] == REPORTING_TOPICS, FROZEN
    assert list(REPORTING_TOPIC_LABELS) == list(ReportingTopic), LABELS


def test_sponsor_has_the_fields_of_the_specification_in_its_order() -> None:
    assert tuple(name for name in Sponsor.__struct_encode_fields__ if name in SPONSOR) == SPONSOR, FROZEN


def test_topics_that_the_specification_names_exist() -> None:
    assert {*TOPICS} - {*Topic} == set(), FROZEN
