import { runCommandLine } from '#server/cli/run.ts'

// Runs one command of the command line in a separate process and prints at the end how long it took and its peak
// memory.
const started = performance.now()
const code = await runCommandLine([process.execPath, 'shop', ...process.argv.slice(2)], process.env)
const peakMb = Math.round(process.resourceUsage().maxRSS / 1024)
process.stdout.write(`\n${JSON.stringify({ ms: Math.round(performance.now() - started), peakMb })}\n`)
process.exitCode = code
