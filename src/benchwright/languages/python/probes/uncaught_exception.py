{}["missing"]
