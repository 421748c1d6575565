// Ends with 0 if the shop's process of this machine or container lives, and else with 1 and a sentence; its settings are the shop's.
//   health.mjs                    asks once: /healthz, which is what a restart should depend on
//   health.mjs --within SECONDS   waits until it can be sent requests: /readyz
// Nothing from npm is imported: it is started every few seconds.
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'

const ANSWER_WITHIN_MS = 4_000
const AGAIN_MS = 200

const { within } = parseArgs({ options: { within: { type: 'string' } } }).values
const until = performance.now() + Number(within ?? 0) * 1000
const { ROLE = '', PORT = '3000', HOST = 'localhost', DATA_DIR = 'data' } = process.env

// A worker serves nothing: that its process is there is all there is to ask, and whoever started it knows.
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

/** What is wrong, if anything is. */
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

/** Every address of the machine, of which one has to be asked. */
function reachable(host) {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}
