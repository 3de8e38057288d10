let number: Int = "text"
print(number)
