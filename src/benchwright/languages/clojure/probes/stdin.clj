(require '[clojure.string :as str])
(println (reduce + (map parse-long (str/split (read-line) #" "))))
(println (str/upper-case (read-line)))
(run! println *command-line-args*)
