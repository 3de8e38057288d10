int main() { return "text"; }
