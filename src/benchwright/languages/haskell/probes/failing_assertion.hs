import Control.Exception (assert)

main :: IO ()
main = putStrLn "before" >> assert (1 + 1 == (3 :: Int)) (putStrLn "after")
