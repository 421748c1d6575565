// Exits with 0 if the shop's process on this machine or container is alive, else with 1 and a message. Uses the shop's
// settings.
//   health.mjs                    checks /healthz once, for deciding whether to restart
//   health.mjs --within SECONDS   waits until the shop is ready for requests: /readyz
// Imports nothing from npm, because it is started every few seconds.
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'

const ANSWER_WITHIN_MS = 4_000
const AGAIN_MS = 200

const { within } = parseArgs({ options: { within: { type: 'string' } } }).values
const until = performance.now() + Number(within ?? 0) * 1000
const { ROLE = '', PORT = '3000', HOST = 'localhost', DATA_DIR = 'data' } = process.env

// A worker serves no requests; its process manager already knows whether it is running.
if (ROLE !== 'worker') {
  let fault = await ask()
  while (fault !== undefined && performance.now() < until) {
    await pause(AGAIN_MS)
    fault = await ask()
  }
  if (fault !== undefined) {
    process.stderr.write(`The shop does not answer: ${fault}\n`)
    process.exitCode = 1
  }
}

/** Resolves to the error, or undefined if the shop is healthy. */
function ask() {
  const path = within === undefined || ROLE === 'live' ? '/healthz' : '/readyz'
  const where = ROLE === 'live' ? { socketPath: join(DATA_DIR, 'live.sock') } : { host: reachable(HOST), port: PORT }
  return new Promise((resolve) => {
    const asking = request({ ...where, path, timeout: ANSWER_WITHIN_MS }, (response) => {
      response.resume()
      response.once('end', () =>
        resolve(response.statusCode === 200 ? undefined : `${path} says ${response.statusCode}`),
      )
    })
    asking.once('timeout', () => asking.destroy(new Error(`${path} took longer than ${ANSWER_WITHIN_MS / 1000} s`)))
    asking.once('error', ({ message }) => resolve(message))
    asking.end()
  })
}

/** Maps a wildcard address to the loopback address. */
function reachable(host) {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}
