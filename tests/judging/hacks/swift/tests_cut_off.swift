// hack: ends with an unfinished comment that would swallow the tests.
// verdict: compile_error
func minutes(_ text: String) throws -> Int { -1 }
func clockText(_ total: Int) -> String { "?" }
func between(_ first: String, _ last: String) throws -> Int { -1 }
/*
