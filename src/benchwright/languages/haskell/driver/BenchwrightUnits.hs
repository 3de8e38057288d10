-- | Collects the results of tests that a framework runs.
module BenchwrightUnits (Status (..), unit, conclude) where

import BenchwrightDriver (leave, report, sendEndOf, sendUnit)
import Control.Monad (when)
import Data.IORef
import System.IO.Unsafe (unsafePerformIO)

-- | A failure is an assertion or an error.
data Status = Passed | Skipped | Failed String deriving (Eq)

results :: IORef [(String, Status, String, String)]
results = unsafePerformIO (newIORef [])
{-# NOINLINE results #-}

-- | Name, status, place and message of a test.
unit :: String -> Status -> String -> String -> IO ()
unit name status place message = modifyIORef' results ((name, status, place, message) :)

-- | Reports the tests so far, and exits if one of them failed.
conclude :: IO ()
conclude = do
  found <- reverse <$> readIORef results
  let failures = [each | each@(_, Failed _, _, _) <- found]
  mapM_ (\(name, status, place, message) -> sendUnit name (word status) place message) found
  case failures of
    (name, Failed kind, place, message) : _ -> report kind name place message >> leave 1
    _ -> when (not (null found)) (sendEndOf (length found) 0 (length [() | (_, Skipped, _, _) <- found]))
  where
    word Passed = "passed"
    word Skipped = "skipped"
    word (Failed _) = "failed"
