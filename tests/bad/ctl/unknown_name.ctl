AG nothing
