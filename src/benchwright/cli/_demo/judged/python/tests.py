def test_longest_run():
    assert longest_run("abbcccd") == "ccc"
    assert longest_run("aabb") == "aa"
    assert longest_run("") == ""


test_longest_run()
