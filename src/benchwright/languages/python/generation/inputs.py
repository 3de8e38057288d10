def test_inputs():
    for numbers, limit in [([3, 4, 5], 6), ([10, -4, 2], 5), ([5, 5, 5], 5)]:
        print(numbers, limit, "->", running_totals(numbers, limit))


if __name__ == "__main__":
    test_inputs()
