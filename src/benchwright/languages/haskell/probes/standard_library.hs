{-# LANGUAGE LambdaCase #-}
-- The library with the packages that come with the compiler.
module Main where

import Control.Concurrent
import Control.Exception
import Control.Monad
import Control.Monad.State
import qualified Data.ByteString.Char8 as B
import Data.IORef
import qualified Data.Map.Strict as M
import qualified Data.Text as T
import Text.Parsec (many1, digit, parse)

main :: IO ()
main = do
  unless (M.lookup "one" (M.fromList [("one", 1 :: Int)]) == Just 1) $ error "map"
  unless (T.unpack (T.toUpper (T.pack "a")) == "A" && B.length (B.pack "abc") == 3) $ error "text"
  unless (execState (modify (+ 1)) (1 :: Int) == 2) $ error "state"
  unless (parse (many1 digit) "" "42" == Right "42") $ error "parsec"
  done <- newEmptyMVar
  forM_ [1 .. 4 :: Int] $ \n -> forkIO (putMVar done n)
  total <- sum <$> replicateM 4 (takeMVar done)
  unless (total == 10) $ error "threads"
  try (evaluate (1 `div` (0 :: Int))) >>= \case
    Left DivideByZero -> putStrLn "complete"
    _ -> error "exceptions"
