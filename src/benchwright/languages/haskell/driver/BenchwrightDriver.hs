-- | Runs the tests and proves that they ran to completion. The protocol is described in benchwright/languages/join.py;
-- proof.c implements it.
module BenchwrightDriver (run) where

import BenchwrightExit (lastExit)
import BenchwrightUnits (Status (..), collected)
import Control.Exception
import Data.Char (isDigit)
import Data.IORef
import Data.List (isPrefixOf, tails)
import Data.Maybe (listToMaybe)
import Data.Typeable (Typeable, tyConModule, tyConName, typeOf, typeRepTyCon)
import Foreign.C.String (CString, withCString)
import Foreign.C.Types (CInt (..), CLong (..))
import System.Exit
import System.IO
import System.IO.Error (isUserError)

foreign import ccall "benchwright_fail" sendFail :: CString -> CString -> CString -> CString -> IO CLong
foreign import ccall "benchwright_unit" sendUnit :: CString -> CString -> CString -> CString -> IO CLong
foreign import ccall "benchwright_end" sendEnd :: IO CLong
foreign import ccall "benchwright_end_of" sendEndOf :: CInt -> CInt -> CInt -> IO CLong

run :: IO a -> IO ()
run tests = do
  outcome <- try tests
  units <- collected
  mapM_ (mapM_ (\(name, status, place, message) -> send4 sendUnit name (word status) place message)) units
  case (listToMaybe [each | each@(_, Failed _, _, _) <- maybe [] id units], outcome) of
    (Just (name, Failed kind, place, message), _) -> report kind name place message >> exitWith (ExitFailure 1)
    (_, Right _) -> maybe (() <$ sendEnd) finished units
    (_, Left problem) -> maybe (failed problem) (exited (maybe (() <$ sendEnd) finished units)) (fromException problem)
  where
    word Passed = "passed"
    word Skipped = "skipped"
    word (Failed _) = "failed"
    finished units = () <$ sendEndOf (size units) 0 (size [() | (_, Skipped, _, _) <- units])
    size = fromIntegral . length

-- Only an exit that the tests' own text requested says anything about them.
exited :: IO () -> ExitCode -> IO ()
exited finish code = do
  asked <- readIORef lastExit
  case (asked, code) of
    (Just (wanted, _), ExitSuccess) | wanted == code -> finish
    (Just (wanted, place), ExitFailure status)
      | wanted == code -> report "exit" ("exit " ++ show status) (firstPlace place) ""
    _ -> pure ()
  throwIO code

failed :: SomeException -> IO ()
failed problem@(SomeException inner) = do
  let message = displayException inner
      kind = if isCheck problem message then "assertion" else "error"
  report kind (tyConName (typeRepTyCon (typeOf inner))) (firstPlace message) message
  hFlush stdout
  hPutStrLn stderr message
  exitWith (ExitFailure 1)

-- Whether the tests' own text raised it. Only some exceptions know their origin. Of the others, those that the tests
-- define and those that are raised on purpose count, because solutions are mostly pure.
isCheck :: SomeException -> String -> Bool
isCheck problem@(SomeException inner) message
  | Just (ErrorCall _) <- fromException problem = inTests
  | Just (AssertionFailed _) <- fromException problem = inTests || null (firstPlace message)
  | Just found <- fromException problem = isUserError found
  | otherwise = tyConModule (typeRepTyCon (typeOf inner)) == "BenchwrightTests"
  where
    inTests = "tests.hs:" `isPrefixOf` firstPlace message

-- The first place in either text that a message names, as file:line.
firstPlace :: String -> String
firstPlace message = case concatMap place (tails message) of
  found : _ -> found
  [] -> ""
  where
    place text = concatMap (`placeIn` text) ["solution.hs:", "tests.hs:"]
    placeIn file text
      | file `isPrefixOf` text = [file ++ takeWhile isDigit (dropWhile (== '(') (drop (length file) text))]
      | otherwise = []

report :: String -> String -> String -> String -> IO ()
report = send4 sendFail

send4 :: (CString -> CString -> CString -> CString -> IO CLong) -> String -> String -> String -> String -> IO ()
send4 send kind name place message = do
  -- The message may itself raise an error.
  told <- either (\problem -> const "" (problem :: SomeException)) id <$> try (evaluate (forced (take 200 message)))
  withCString kind $ \a -> withCString name $ \b -> withCString place $ \c -> withCString told $ \d ->
    () <$ send a b c d
  where
    forced text = length text `seq` text
