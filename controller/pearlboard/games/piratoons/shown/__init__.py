"""What Piratoons shows and says."""
