from toy.words import initials, slug


class TestSlug:
    def test_joins_words_with_dashes(self):
        assert slug("Hello brave world") == "hello-brave-world"

    def test_leaves_out_what_is_around(self):
        assert slug("  Hello!  ") == "hello"

    def test_keeps_digits(self):
        assert slug("Area 51") == "area-51"


def test_initials_are_capitals():
    assert initials("ada lovelace") == "AL"


def test_initials_of_nothing_are_nothing():
    assert initials("  ") == ""
