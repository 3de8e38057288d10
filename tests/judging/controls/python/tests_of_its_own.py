# control: brings unittest test cases and doctests of its own, which fail.
import doctest
import unittest


class OwnTests(unittest.TestCase):
    @unittest.expectedFailure
    def test_something(self):
        self.assertEqual(1, 2)


def merge(spans):
    merged = []
    for low, high in sorted(spans):
        if low > high:
            raise ValueError(f"{low} is above {high}")
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return merged


def covered(spans):
    return sum(high - low + 1 for low, high in merge(spans))


def label(spans):
    return ",".join(str(low) if low == high else f"{low}-{high}" for low, high in merge(spans))


def documented():
    """
    >>> documented()
    1
    """


if __name__ == "__main__":
    doctest.testmod(raise_on_error=True)
    unittest.main()
