"""Reviews by people: what is reviewed, where reviews are kept, what they come to, and the benchmark that is left."""
