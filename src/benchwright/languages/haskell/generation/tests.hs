import Control.Monad (unless)

check :: (Eq a, Show a) => a -> a -> IO ()
check actual expected =
  unless (actual == expected) $ error (show actual ++ " instead of " ++ show expected)

main :: IO ()
main = do
  check (runningTotals [3, 4, 5] 6) [3, 7, 5]
  check (runningTotals [10, -4, 2] 5) [10, -4, -2]
  check (runningTotals [5, 5, 5] 5) [5, 10, 5]
