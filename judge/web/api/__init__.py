"""The JSON interface: requests in, JSON out; it asks the desk, and describes itself as OpenAPI. Knows `http`."""
