"""Infrastructure: files, folders, limits and worker threads."""
