// npm start: from a fresh clone to a running shop. Nothing from npm may be imported here.
//   (nothing)          the shop
//   --dev              the shop, restarting and reloading on every edit
//   --build            builds the pages and exits
//   --run FILE …       another program of this repository, with its arguments
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkNode, ensureBuilt, ensureInstalled, log, PlainError, pinnedNode, root, runningStep } from './prepare.mjs'
import { shopEnvironment, shopFlags } from './shop-process.mjs'
import { watchParent } from './watch-parent.mjs'

const MAIN = 'src/server/main.ts'
/** The shop finishes its requests and closes its database within 10 s of a signal (docs/product §11.7). */
const STOP_TIMEOUT_MS = 10_000

const [mode, ...rest] = process.argv.slice(2)
let child
let isStopping = false

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop(signal))

watchParent(() => stop('SIGTERM'))

// Restarts several processes one after the other, without downtime.
process.on('SIGUSR2', () => child?.kill('SIGUSR2'))

try {
  checkNode()
  await ensureInstalled()
  if (mode === '--build') await ensureBuilt({ force: true })
  else if (mode === '--dev') run(['--watch', '--watch-preserve-output', MAIN, ...rest], 'development')
  else if (mode === '--run') {
    await ensureBuilt()
    run([resolve(root, rest[0] ?? ''), ...rest.slice(1)], process.env.NODE_ENV ?? 'production')
  } else {
    await ensureBuilt()
    run([...shopFlags, MAIN, ...process.argv.slice(2)], process.env.NODE_ENV ?? 'production', shopEnvironment)
  }
} catch (error) {
  if (!(error instanceof PlainError)) throw error
  if (!isStopping) log(error.message)
  process.exitCode = isStopping ? 0 : 1
}

function run(command, NODE_ENV, environment = {}) {
  if (isStopping) return
  // The channel carries no messages: when it closes, the program knows that this process is gone, even after kill -9.
  // Node's watch mode would forward file events to a closing channel.
  const channel = mode === '--dev' ? [] : ['ipc']
  const settings = join(root, '.env')
  child = spawn(pinnedNode, [...(existsSync(settings) ? [`--env-file=${settings}`] : []), ...command], {
    cwd: mode === '--run' ? process.cwd() : root,
    // Node caches compiled modules there: the next start takes about half as long.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'), ...environment, ...process.env, NODE_ENV },
    stdio: ['inherit', 'inherit', 'inherit', ...channel],
  })
  child.once('error', (error) => {
    log(`The shop could not be started: ${error.message}`)
    process.exit(1)
  })
  child.once('exit', (code, signal) => {
    if (signal && !isStopping) log(`The shop was terminated by a signal (${signal}).`)
    process.exit(code ?? (isStopping && signal !== 'SIGKILL' ? 0 : 1))
  })
}

function stop(signal) {
  const isFirst = !isStopping
  isStopping = true
  if (!child) {
    runningStep?.kill(signal)
    return
  }
  // A terminal sends Ctrl+C to the program as well; a second signal would mean "stop at once".
  if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  if (!isFirst) return
  setTimeout(() => {
    log('The shop did not stop in time and was killed.')
    child.kill('SIGKILL')
  }, STOP_TIMEOUT_MS).unref()
}
