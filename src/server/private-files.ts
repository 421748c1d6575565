// Imported first: whatever this program makes from here on, only its own account reads.
process.umask(0o077)
