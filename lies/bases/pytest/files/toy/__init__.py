"""Small things with words."""
