nil.upcase
