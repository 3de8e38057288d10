import Data.Char (toUpper)
import System.Environment (getArgs)

main :: IO ()
main = do
  numbers <- map read . words <$> getLine
  print (sum numbers :: Int)
  getLine >>= putStrLn . map toUpper
  getArgs >>= mapM_ putStrLn
