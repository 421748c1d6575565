import './platform/files/private-files.ts'
import cluster from 'node:cluster'
import { parseArgs } from 'node:util'
import { DemoNotFilled } from './demo/demo-not-filled.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { renameFormerVariables } from './platform/former-variables.ts'
import { operatorErrorMessage } from './platform/operator-error-message.ts'
import { NotStartedError, type Ready, type Running, restartAtSignals } from './running.ts'

/** The process exits within ten seconds even if stopping hangs (docs/product §11.7). */
const STOP_TIMEOUT_MS = 9_500

async function main(): Promise<void> {
  renameFormerVariables(process.env, (line) => process.stderr.write(line))
  const config = readConfig({ ...process.env, ...readArguments() })
  // Installed first: otherwise a signal would kill a process that is still starting, and its unsaved state would be
  // lost.
  const onStarted = restartAtSignals(process)
  let stopping = false
  const starting = run(config).catch((error: unknown) => {
    // A process that is being stopped does not have to finish starting.
    if (!stopping) throw error
  })
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
    // Startup continues until there is something to close, so that nothing is left half open.
    const running = await starting
    await running?.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const running = await starting
  if (!running || stopping) return
  onStarted(running)
  // Announced only now, because the receiver may stop the process at once. A worker that shares its port announces
  // itself to the process that started it.
  if (!cluster.isWorker) process.stdout.write(running.announcement)
  // A parent that has exited in the meantime misses the message; 'disconnect' reports that.
  if (process.connected) process.send?.({ announcement: running.announcement } satisfies Ready, undefined, {}, () => {})
  // Started by npm start: when that process exits, even by kill -9, the shop stops too.
  if (process.connected === undefined) return
  process.on('disconnect', stop)
  // The parent exited during startup.
  if (!process.connected) return stop()
  // Node ends a cluster worker at once when its primary exits, unless the worker was told to disconnect. This lets it
  // finish the requests in progress.
  const { worker } = cluster
  worker?.on('disconnect', () => {
    worker.exitedAfterDisconnect = true
  })
}

async function run(config: Config): Promise<Running> {
  const isWeb = config.role === undefined || config.role === 'web'
  if (isWeb && config.webProcesses > 1 && cluster.isPrimary) return (await import('./supervise.ts')).supervise(config)
  switch (config.role) {
    case 'worker':
      return (await import('./run-worker.ts')).runWorker(config)
    case 'live':
      return (await import('./run-live.ts')).runLive(config)
    default:
      return (await import('./run-web.ts')).runWeb(config)
  }
}

/** Maps `npm start -- --role web` to ROLE=web. */
function readArguments(): { ROLE?: string } {
  try {
    const { role } = parseArgs({ options: { role: { type: 'string' } } }).values
    return role === undefined ? {} : { ROLE: role }
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}

try {
  await main()
} catch (error) {
  const isReported = error instanceof DemoNotFilled || error instanceof NotStartedError
  const message = isReported ? error.message : operatorErrorMessage(error)
  process.stderr.write(`${message ?? (error instanceof Error ? error.stack : String(error))}\n`)
  process.exit(1)
}
