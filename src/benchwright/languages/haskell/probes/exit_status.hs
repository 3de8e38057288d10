import System.Exit

main = exitWith (ExitFailure 3)
