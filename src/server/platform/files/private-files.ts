// Imported first: all files that this program creates from here on are readable only by its own account.
process.umask(0o077)
