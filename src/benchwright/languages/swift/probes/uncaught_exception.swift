struct Failure: Error {}
func fails() throws { throw Failure() }
try fails()
