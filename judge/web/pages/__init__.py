"""The pages, one module for each family of addresses: requests in, HTML out. What they show is made in `views`."""
