"""What every part rests on: files, folders, limits and worker threads."""
