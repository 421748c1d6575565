import './platform/files/private-files.ts'
import './cli/brief-engine.ts'
import { runCommandLine } from './cli/run.ts'
import { renameFormerVariables } from './platform/former-variables.ts'

// A reader that closes the pipe early, as `head` does, ends the command quietly.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(141)
  throw error
})

renameFormerVariables(process.env, (line) => process.stderr.write(line))
process.exitCode = await runCommandLine(process.argv, process.env)
