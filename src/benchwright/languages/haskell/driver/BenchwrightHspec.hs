-- | Test.Hspec, with a runner that reports each example.
module BenchwrightHspec (module Test.Hspec, hspec) where

import BenchwrightUnits
import Data.List (intercalate)
import System.Environment (withArgs)
import Test.Hspec hiding (hspec)
import Test.Hspec.Core.Format
import Test.Hspec.Core.Formatters (checks, formatterToFormat)
import Test.Hspec.Core.Runner (Config (..), defaultConfig, runSpec)
import Test.Hspec.Core.Spec (FailureReason (..), Location (..))

hspec :: Spec -> IO ()
hspec spec = withArgs [] (runSpec spec defaultConfig {configFormat = Just format}) >> conclude
  where
    format settings = do
      shown <- formatterToFormat checks settings
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
