import './platform/files/private-files.ts'
import cluster from 'node:cluster'
import { parseArgs } from 'node:util'
import { DemoNotFilled } from './demo/demo-not-filled.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { plainSentence } from './platform/plain-sentence.ts'
import { NotStarted, type Ready, type Running, restartAtSignals } from './running.ts'

/** Whatever hangs while stopping, the process is gone within ten seconds (docs/product §11.7). */
const STOP_WITHIN_MS = 9_500

async function main(): Promise<void> {
  const config = readConfig({ ...process.env, ...readArguments() })
  // From the beginning: a signal would end a process that is not there yet, and all that it keeps with it.
  const isThere = restartAtSignals(process)
  let stopping = false
  const starting = run(config).catch((fault: unknown) => {
    // What was to stop need not have started.
    if (!stopping) throw fault
  })
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    // Its start goes on until there is something to close: nothing is left half open.
    const running = await starting
    await running?.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const running = await starting
  if (!running || stopping) return
  isThere(running)
  // Only now: whoever hears that it is there may stop it at once. One of several that serve the same port says it to the
  // process that started it.
  if (!cluster.isWorker) process.stdout.write(running.announcement)
  // Whoever is gone meanwhile is not told; 'disconnect' says so.
  if (process.connected) process.send?.({ announcement: running.announcement } satisfies Ready, undefined, {}, () => {})
  // Started by npm start: once that is gone, even by kill -9, the shop is no longer wanted either.
  if (process.connected === undefined) return
  process.on('disconnect', stop)
  // Gone while it was being started.
  if (!process.connected) return stop()
  // Node ends a worker of a cluster at once when its primary is gone, unless it was to leave; here it finishes what is under way.
  const { worker } = cluster
  worker?.on('disconnect', () => {
    worker.exitedAfterDisconnect = true
  })
}

async function run(config: Config): Promise<Running> {
  const isOne = config.role === undefined || config.role === 'web'
  if (isOne && config.webProcesses > 1 && cluster.isPrimary) return (await import('./supervise.ts')).supervise(config)
  switch (config.role) {
    case 'worker':
      return (await import('./run-worker.ts')).runWorker(config)
    case 'live':
      return (await import('./run-live.ts')).runLive(config)
    default:
      return (await import('./run-web.ts')).runWeb(config)
  }
}

/** `npm start -- --role web` is ROLE=web. */
function readArguments(): { ROLE?: string } {
  try {
    const { role } = parseArgs({ options: { role: { type: 'string' } } }).values
    return role === undefined ? {} : { ROLE: role }
  } catch (fault) {
    throw new ConfigError((fault as Error).message)
  }
}

try {
  await main()
} catch (error) {
  const isPlain = error instanceof DemoNotFilled || error instanceof NotStarted
  const sentence = isPlain ? error.message : plainSentence(error)
  process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`)
  process.exit(1)
}
