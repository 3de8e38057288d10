;; control: lines end as in Windows, after a byte order mark.
(defun minutes (text)
  (unless (and (= (length text) 5) (char= (char text 2) #\:))
    (error "no time: ~a" text))
  (let ((hour (parse-integer text :end 2))
        (minute (parse-integer text :start 3)))
    (unless (and (<= 0 hour 23) (<= 0 minute 59))
      (error "no time: ~a" text))
    (+ (* hour 60) minute)))

(defun clock-text (total)
  (multiple-value-bind (hour minute) (floor (mod total 1440) 60)
    (format nil "~2,'0d:~2,'0d" hour minute)))

(defun between (from to)
  (list (mod (- (minutes to) (minutes from)) 1440)))
