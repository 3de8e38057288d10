{-# LANGUAGE PackageImports #-}
-- | Test.Hspec.Runner, with runners that report each example.
module Test.Hspec.Runner (module Original, hspec, hspecWith, hspecResult, hspecWithResult) where

import BenchwrightUnits
import Control.Monad (unless)
import Data.List (intercalate)
import Data.Maybe (fromMaybe)
import System.Environment (withArgs)
import BenchwrightExit (exitFailure)
import Test.Hspec.Core.Format
import qualified Test.Hspec.Core.Formatters.V2 as Formatters
import Test.Hspec.Core.Spec (FailureReason (..), Location (..), Spec)
import "hspec" Test.Hspec.Runner as Original hiding (hspec, hspecResult, hspecWith, hspecWithResult)

hspec :: Spec -> IO ()
hspec = hspecWith defaultConfig

hspecWith :: Config -> Spec -> IO ()
hspecWith config spec = do
  summary <- hspecWithResult config spec
  unless (summaryFailures summary == 0) exitFailure

hspecResult :: Spec -> IO Summary
hspecResult = hspecWithResult defaultConfig

-- The seed is fixed, so that a program gets the same verdict every time.
hspecWithResult :: Config -> Spec -> IO Summary
hspecWithResult config spec = do
  started
  withArgs [] (runSpec spec config {configFormat = Just format, configQuickCheckSeed = seed})
  where
    seed = Just (fromMaybe 0 (configQuickCheckSeed config))
    format settings = do
      shown <- Formatters.formatterToFormat Formatters.checks settings
      pure (\event -> note event >> shown event)
    note (ItemDone (groups, title) item) = case itemResult item of
      Success -> unit name Passed "" ""
      Pending _ _ -> unit name Skipped "" ""
      Failure place reason -> unit name (Failed (kindOf reason)) (maybe "" written place) (told reason)
      where
        name = intercalate " > " (groups ++ [title])
    note _ = pure ()
    written place = locationFile place ++ ":" ++ show (locationLine place)
    kindOf (Error _ _) = "error"
    kindOf _ = "assertion"
    told NoReason = ""
    told (Reason text) = text
    told (ExpectedButGot text wanted got) = maybe "" (++ ": ") text ++ "expected " ++ wanted ++ ", but got " ++ got
    told (Error text problem) = maybe "" (++ ": ") text ++ show problem
