import { runCommandLine } from '#server/command-line/run.ts'

// One verb of the command line in a process of its own, which tells last how long it took and how much memory at its peak.
const started = performance.now()
const code = await runCommandLine([process.execPath, 'shop', ...process.argv.slice(2)], process.env)
const peakMb = Math.round(process.resourceUsage().maxRSS / 1024)
process.stdout.write(`\n${JSON.stringify({ ms: Math.round(performance.now() - started), peakMb })}\n`)
process.exitCode = code
