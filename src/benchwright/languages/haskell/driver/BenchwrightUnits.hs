-- | Collects the results of tests that a framework runs.
module BenchwrightUnits (Status (..), unit, started, count, collected) where

import Data.IORef
import System.IO.Unsafe (unsafePerformIO)

-- | A failure is an assertion or an error.
data Status = Passed | Skipped | Failed String deriving (Eq)

-- | The results so far, the latest first; nothing if no framework ran.
results :: IORef (Maybe [(String, Status, String, String)])
results = unsafePerformIO (newIORef Nothing)
{-# NOINLINE results #-}

-- | A framework starts.
started :: IO ()
started = modifyIORef' results (maybe (Just []) Just)

-- | Name, status, place and message of a test.
unit :: String -> Status -> String -> String -> IO ()
unit name status place message = modifyIORef' results (Just . ((name, status, place, message) :) . maybe [] id)

count :: IO Int
count = maybe 0 length <$> readIORef results

collected :: IO (Maybe [(String, Status, String, String)])
collected = fmap reverse <$> readIORef results
