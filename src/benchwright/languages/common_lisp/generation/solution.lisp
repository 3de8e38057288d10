(defun running-totals (numbers limit)
  "The running totals; after one that exceeds the limit, the next starts from 0."
  (let ((total 0))
    (loop for number in numbers
          do (incf total number)
          collect total
          when (> total limit)
            do (setf total 0))))
