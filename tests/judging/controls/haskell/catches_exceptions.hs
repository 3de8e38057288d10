-- control: raises and catches exceptions inside of pure code.
{-# LANGUAGE ScopedTypeVariables #-}
import Control.Exception
import System.IO.Unsafe
import Data.Char (digitToInt, isDigit)
import Text.Printf (printf)

safely :: Int -> Int
safely n = unsafePerformIO (evaluate (if n > 0 then error "caught" else n) `catch` \(_ :: SomeException) -> return n)

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
    wrapped = safely total `mod` 1440

between :: String -> String -> Maybe Int
between from to = (\a b -> (b - a) `mod` 1440) <$> minutes from <*> minutes to
