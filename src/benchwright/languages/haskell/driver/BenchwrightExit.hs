-- | Replaces System.Exit in the tests' text, and records that it was the tests that requested an exit.
module BenchwrightExit (ExitCode (..), exitWith, exitFailure, exitSuccess, die, lastExit) where

import Data.IORef
import GHC.Stack (HasCallStack, callStack, prettyCallStack, withFrozenCallStack)
import System.Exit (ExitCode (..))
import qualified System.Exit as Real
import System.IO
import System.IO.Unsafe (unsafePerformIO)

-- | The last requested exit, and its place.
lastExit :: IORef (Maybe (ExitCode, String))
lastExit = unsafePerformIO (newIORef Nothing)
{-# NOINLINE lastExit #-}

exitWith :: HasCallStack => ExitCode -> IO a
exitWith code = writeIORef lastExit (Just (code, prettyCallStack callStack)) >> Real.exitWith code

exitFailure :: HasCallStack => IO a
exitFailure = withFrozenCallStack (exitWith (ExitFailure 1))

exitSuccess :: HasCallStack => IO a
exitSuccess = withFrozenCallStack (exitWith ExitSuccess)

die :: HasCallStack => String -> IO a
die message = withFrozenCallStack (hPutStrLn stderr message >> exitWith (ExitFailure 1))
