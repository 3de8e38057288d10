{-# LANGUAGE PackageImports #-}
-- | Test.QuickCheck.Test, with runners that report each property.
module Test.QuickCheck.Test
  ( module Original,
    quickCheck,
    quickCheckWith,
    quickCheckResult,
    quickCheckWithResult,
    verboseCheck,
    verboseCheckWith,
    verboseCheckResult,
    verboseCheckWithResult,
    checked,
  )
where

import BenchwrightUnits
import Control.Applicative ((<|>))
import Control.Monad (void)
import Data.List (intercalate)
import GHC.Stack (HasCallStack, SrcLoc (..), callStack, getCallStack)
import Test.QuickCheck.Property (Property, Testable)
import Test.QuickCheck.Random (mkQCGen)
import "QuickCheck" Test.QuickCheck.Test as Original hiding
  ( quickCheck,
    quickCheckResult,
    quickCheckWith,
    quickCheckWithResult,
    verboseCheck,
    verboseCheckResult,
    verboseCheckWith,
    verboseCheckWithResult,
  )
import qualified "QuickCheck" Test.QuickCheck.Test as Q

quickCheck, verboseCheck :: (HasCallStack, Testable property) => property -> IO ()
quickCheck property = void (quickCheckResult property >>= reported)
verboseCheck property = void (verboseCheckResult property >>= reported)

quickCheckWith, verboseCheckWith :: (HasCallStack, Testable property) => Args -> property -> IO ()
quickCheckWith args property = void (quickCheckWithResult args property >>= reported)
verboseCheckWith args property = void (verboseCheckWithResult args property >>= reported)

quickCheckResult, verboseCheckResult :: Testable property => property -> IO Result
quickCheckResult = quickCheckWithResult stdArgs
verboseCheckResult = verboseCheckWithResult stdArgs

-- The seed is fixed, so that a program gets the same verdict every time.
quickCheckWithResult, verboseCheckWithResult :: Testable property => Args -> property -> IO Result
quickCheckWithResult args = Q.quickCheckWithResult (seeded args)
verboseCheckWithResult args = Q.verboseCheckWithResult (seeded args)

seeded :: Args -> Args
seeded args = args {replay = replay args <|> Just (mkQCGen 0, 0)}

-- | Checks and reports one of all properties of a module.
checked :: HasCallStack => Property -> IO Result
checked property = quickCheckResult property >>= reported

reported :: HasCallStack => Result -> IO Result
reported result = do
  started
  number <- count
  unit ("property " ++ show (number + 1)) (if isSuccess result then Passed else Failed "assertion") place message
  pure result
  where
    place = case reverse (getCallStack callStack) of
      (_, found) : _ -> srcLocFile found ++ ":" ++ show (srcLocStartLine found)
      [] -> ""
    message = case result of
      Failure {reason = why, failingTestCase = values} -> intercalate ", " values ++ ": " ++ why
      _ -> output result
