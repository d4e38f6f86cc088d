"""What the specification says of records that are not published yet."""

from locdata_model.listings import Sponsor
from locdata_model.vocabulary import Topic
from support.specification import FROZEN, SPONSOR, TOPICS


def test_sponsor_has_the_fields_of_the_specification_in_its_order() -> None:
    assert tuple(name for name in Sponsor.__struct_encode_fields__ if name in SPONSOR) == SPONSOR, FROZEN


def test_topics_that_the_specification_names_exist() -> None:
    assert {*TOPICS} - {*Topic} == set(), FROZEN
