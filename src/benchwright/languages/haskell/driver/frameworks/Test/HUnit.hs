{-# LANGUAGE PackageImports #-}
-- | Test.HUnit, with runners that report each test.
module Test.HUnit (module Original, runTestTT, runTestTTAndExit) where

import BenchwrightUnits
import Control.Monad (unless)
import Data.IORef
import Data.List (intercalate)
import GHC.Stack (SrcLoc (..))
import BenchwrightExit (exitFailure, exitSuccess)
import "HUnit" Test.HUnit as Original hiding (runTestTT, runTestTTAndExit)

runTestTTAndExit :: Test -> IO ()
runTestTTAndExit test = do
  counted <- runTestTT test
  unless (errors counted == 0 && failures counted == 0) exitFailure
  exitSuccess

runTestTT :: Test -> IO Counts
runTestTT test = do
  running <- newIORef Nothing
  let next state () = settle running Passed "" "" >> writeIORef running (Just (named (path state)))
      problem kind place message state () = do
        putStrLn ("### " ++ showPath (path state) ++ "\n" ++ message)
        settle running (Failed kind) (maybe "" written place) message
  started
  (counted, ()) <- performTest next (problem "error") (problem "assertion") () test
  settle running Passed "" ""
  putStrLn (showCounts counted)
  pure counted
  where
    settle running status place message =
      readIORef running >>= mapM_ (\name -> unit name status place message) >> writeIORef running Nothing
    written place = srcLocFile place ++ ":" ++ show (srcLocStartLine place)
    named found = case [label | Label label <- reverse found] of
      [] -> "test " ++ intercalate "." [show number | ListItem number <- reverse found]
      labels -> intercalate " > " labels
