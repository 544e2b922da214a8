"""Practice: questions made of rulings that leave nothing open, each explained by its ruling."""
