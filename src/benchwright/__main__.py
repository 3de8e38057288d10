"""`python -m benchwright`."""

from benchwright.cli import main

if __name__ == "__main__":
    main()
