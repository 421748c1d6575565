import { Client } from '../../bench/support/client.ts'

const INTERVAL_MS = 20

export type Health = { maxMs: number; requestCount: number }

/**
 * A separate process, so that the sender of the load does not delay the measurement: requests /healthz every 20 ms.
 * `begin` restarts the measurement, `end` reports the slowest response since.
 */
const client = new Client(Number(process.argv[2]), 50)
let health: Health = { maxMs: 0, requestCount: 0 }
let pending = new Set<number>()

process.on('message', (command: 'begin' | 'end') => {
  if (command === 'begin') {
    health = { maxMs: 0, requestCount: 0 }
    pending = new Set()
    process.send?.(health)
    return
  }
  // A pending request has waited at least this long.
  const now = performance.now()
  for (const started of pending) health.maxMs = Math.max(health.maxMs, now - started)
  process.send?.(health)
})

setInterval(async () => {
  const started = performance.now()
  const current = health
  const currentPending = pending.add(started)
  const { status } = await client.send('GET', '/healthz', { accept: '*/*' })
  if (status !== 200) throw new Error(`/healthz returned ${status}`)
  currentPending.delete(started)
  current.requestCount++
  current.maxMs = Math.max(current.maxMs, performance.now() - started)
}, INTERVAL_MS)
