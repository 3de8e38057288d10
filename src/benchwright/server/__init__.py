"""The HTTP service: one sandbox that existing clients already speak to. Routes only; what is done is done below."""
