testInput :: [Int] -> Int -> IO ()
testInput numbers limit =
  putStrLn (show numbers ++ " " ++ show limit ++ " -> " ++ show (runningTotals numbers limit))

main :: IO ()
main = do
  testInput [3, 4, 5] 6
  testInput [10, -4, 2] 5
  testInput [5, 5, 5] 5
