import Data.List (mapAccumL)

-- | The running totals; after one that exceeds the limit, the next starts from 0.
runningTotals :: [Int] -> Int -> [Int]
runningTotals numbers limit = snd (mapAccumL step 0 numbers)
  where
    step before number =
      let total = before + number
       in (if total > limit then 0 else total, total)
