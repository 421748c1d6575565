// Imported first: whatever this program creates from here on is readable only by its own account.
process.umask(0o077)
