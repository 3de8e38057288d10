-- control: has an entry of its own, which exits, and helpers whose names start like it.
module Main (main) where

import System.Exit
import Data.Char (digitToInt, isDigit)
import Text.Printf (printf)

minutes :: String -> Maybe Int
minutes [a, b, ':', c, d]
  | all isDigit [a, b, c, d], hour < 24, minute < 60 = Just (hour * 60 + minute)
  where
    hour = digitToInt a * 10 + digitToInt b
    minute = digitToInt c * 10 + digitToInt d
minutes _ = Nothing

clockText :: Int -> String
clockText total = printf "%02d:%02d" (wrapped `div` 60) (wrapped `mod` 60)
  where
    wrapped = total `mod` 1440

between :: String -> String -> Maybe Int
between from to = (\a b -> (b - a) `mod` 1440) <$> minutes from <*> minutes to

mainText :: String
mainText = "main"

main :: IO ()
main = putStrLn mainText >> getLine >>= putStrLn >> exitWith (ExitFailure 3)
