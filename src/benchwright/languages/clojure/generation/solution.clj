(ns totals)

(defn running-totals
  "The running totals; after one that exceeds the limit, the next starts from 0."
  [numbers limit]
  (loop [numbers numbers, before 0, totals []]
    (if (empty? numbers)
      totals
      (let [total (+ before (first numbers))]
        (recur (rest numbers) (if (> total limit) 0 total) (conj totals total))))))
