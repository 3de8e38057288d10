var number: int = "text"
