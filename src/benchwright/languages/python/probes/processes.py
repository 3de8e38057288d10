"""Worker processes, a fresh interpreter and threads."""

import multiprocessing
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor


def square(number: int) -> int:
    return number * number


if __name__ == "__main__":
    with multiprocessing.Pool(2) as pool:
        squares = pool.map(square, range(4))
    answer = subprocess.run([sys.executable, "-c", "print(42)"], capture_output=True, text=True, check=True)
    with ThreadPoolExecutor(2) as threads:
        word = threads.submit(lambda: "thread").result()
    print(squares, answer.stdout.strip(), word)
