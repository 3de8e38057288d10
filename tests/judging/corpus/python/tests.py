import unittest

case = unittest.TestCase()


def test_merge():
    assert merge([(5, 7), (1, 3)]) == [(1, 3), (5, 7)]
    assert merge([(1, 4), (2, 3), (5, 9)]) == [(1, 9)]
    assert merge([]) == []


def test_covered():
    case.assertEqual(covered([(1, 3), (2, 6)]), 6)
    case.assertEqual(covered([]), 0)


def test_refuses():
    try:
        merge([(3, 1)])
    except ValueError:
        pass
    else:
        raise AssertionError("a span with its ends swapped was taken")


def test_label():
    text = label([(5, 5), (1, 3)])
    if text != "1-3,5":
        raise AssertionError(f"label gave {text}")


if __name__ == "__main__":
    test_merge()
    test_covered()
    test_refuses()
    test_label()
