import Control.Monad (unless, when)
import System.Exit (exitFailure)

check :: String -> String -> IO ()
check got want = unless (got == want) $ error ("got " ++ got ++ " instead of " ++ want)

main :: IO ()
main = do
  check (clockText 570) "09:30"
  check (clockText (-60)) "23:00"
  when (minutes "09:30" /= Just 570) $ ioError (userError "minutes")
  when (minutes "24:61" /= Nothing) $ ioError (userError "no time")
  if between "22:30" "06:00" == Just 450 then putStrLn "done" else exitFailure
