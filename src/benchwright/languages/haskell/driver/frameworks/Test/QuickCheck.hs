{-# LANGUAGE PackageImports #-}
-- | Test.QuickCheck, with runners that report each property.
module Test.QuickCheck (module Original, module Reported) where

import Test.QuickCheck.Test as Reported
  ( quickCheck,
    quickCheckResult,
    quickCheckWith,
    quickCheckWithResult,
    verboseCheck,
    verboseCheckResult,
    verboseCheckWith,
    verboseCheckWithResult,
  )
import "QuickCheck" Test.QuickCheck as Original hiding
  ( quickCheck,
    quickCheckResult,
    quickCheckWith,
    quickCheckWithResult,
    verboseCheck,
    verboseCheckResult,
    verboseCheckWith,
    verboseCheckWithResult,
  )
