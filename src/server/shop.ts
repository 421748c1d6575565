import './platform/files/private-files.ts'
import './command-line/brief-engine.ts'
import { runCommandLine } from './command-line/run.ts'

process.exitCode = await runCommandLine(process.argv, process.env)
