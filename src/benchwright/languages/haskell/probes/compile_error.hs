main = putStrLn 3
