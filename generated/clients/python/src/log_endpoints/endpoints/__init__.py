"""One module an endpoint: the types of its rows, and of its parameters that have a list of values."""
