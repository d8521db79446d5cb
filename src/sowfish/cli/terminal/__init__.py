"""Terminal input and output: boards, progress, prompts and views of answers."""
