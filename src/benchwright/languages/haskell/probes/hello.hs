main = putStrLn "hello"
