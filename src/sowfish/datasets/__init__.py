"""What ships with Sowfish as Parquet files with data cards, in the layout of the Hugging Face hub."""
