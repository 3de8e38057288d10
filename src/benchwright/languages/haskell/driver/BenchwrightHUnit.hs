-- | Test.HUnit, with runners that report each test.
module BenchwrightHUnit (module Test.HUnit, runTestTT, runTestTTAndExit) where

import BenchwrightUnits
import Control.Exception
import Data.IORef
import Data.List (intercalate)
import GHC.Stack (SrcLoc (..))
import Test.HUnit hiding (runTestTT, runTestTTAndExit)
import Test.HUnit.Text (runTestText)

runTestTTAndExit :: Test -> IO ()
runTestTTAndExit test = () <$ runTestTT test

-- Each test runs once, in the usual way; what it raised is looked at on the way.
runTestTT :: Test -> IO Counts
runTestTT test = do
  noted <- newIORef []
  (counted, ()) <- performTest start (problem noted "error") (problem noted "assertion") () test
  failures <- readIORef noted
  mapM_ (note failures) (zip [1 :: Int ..] (paths [] test))
  putStrLn (showCounts counted)
  conclude
  pure counted
  where
    start _ () = pure ()
    problem noted kind place message state () = do
      putStrLn ("### " ++ showPath (path state) ++ "\n" ++ message)
      modifyIORef noted ((reverse (path state), (kind, maybe "" written place, message)) :)
    written place = srcLocFile place ++ ":" ++ show (srcLocStartLine place)
    note failures (_, nodes) = case lookup nodes failures of
      Nothing -> unit (named nodes) Passed "" ""
      Just (kind, place, message) -> unit (named nodes) (Failed kind) place message
    paths before (TestCase _) = [reverse before]
    paths before (TestList tests) = concat [paths (ListItem n : before) each | (n, each) <- zip [0 ..] tests]
    paths before (TestLabel label each) = paths (Label label : before) each
    named nodes = case [label | Label label <- nodes] of
      [] -> "test " ++ intercalate "." [show n | ListItem n <- nodes]
      labels -> intercalate " > " labels
