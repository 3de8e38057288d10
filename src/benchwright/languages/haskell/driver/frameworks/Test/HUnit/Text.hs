{-# LANGUAGE PackageImports #-}
-- | Test.HUnit.Text, with the runners of Test.HUnit.
module Test.HUnit.Text (module Original, module Reported) where

import Test.HUnit as Reported (runTestTT, runTestTTAndExit)
import "HUnit" Test.HUnit.Text as Original hiding (runTestTT, runTestTTAndExit)
