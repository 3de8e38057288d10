let number : int = "text"
