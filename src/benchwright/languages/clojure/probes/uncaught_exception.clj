(throw (ex-info "bad" {:a 1}))
