import sys

first, second = map(int, input().split())
print(first + second)
sys.stdout.write(sys.stdin.read().upper())
