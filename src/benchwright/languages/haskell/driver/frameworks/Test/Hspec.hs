{-# LANGUAGE PackageImports #-}
-- | Test.Hspec, with a runner that reports each example.
module Test.Hspec (module Original, hspec) where

import Test.Hspec.Runner (hspec)
import "hspec" Test.Hspec as Original hiding (hspec)
