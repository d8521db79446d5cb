"""What people see and type: boards, progress, prompts and views of answers."""
