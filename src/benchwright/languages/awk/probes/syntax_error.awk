BEGIN {
    print (1 +
}
