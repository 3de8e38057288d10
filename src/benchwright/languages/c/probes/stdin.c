#include <ctype.h>
#include <stdio.h>

int main(int count, char **arguments) {
    int first, second;
    char word[32];
    if (scanf("%d %d %31s", &first, &second, word) != 3) return 1;
    for (char *at = word; *at; at++) *at = (char)toupper((unsigned char)*at);
    printf("%d\n%s\n", first + second, word);
    for (int i = 1; i < count; i++) puts(arguments[i]);
}
