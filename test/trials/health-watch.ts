import { Client } from '../../bench/support/client.ts'

const APART_MS = 20

export type Health = { worstMs: number; asked: number }

/**
 * A separate process, so that the sender of the load does not delay the measurement: requests /healthz every 20 ms.
 * `begin` restarts the measurement, `end` reports the slowest response since.
 */
const client = new Client(Number(process.argv[2]), 50)
let health: Health = { worstMs: 0, asked: 0 }
let waiting = new Set<number>()

process.on('message', (word: 'begin' | 'end') => {
  if (word === 'begin') {
    health = { worstMs: 0, asked: 0 }
    waiting = new Set()
    process.send?.(health)
    return
  }
  // A pending request has waited at least this long.
  const now = performance.now()
  for (const started of waiting) health.worstMs = Math.max(health.worstMs, now - started)
  process.send?.(health)
})

setInterval(async () => {
  const started = performance.now()
  const mine = health
  const waitingNow = waiting.add(started)
  const { status } = await client.send('GET', '/healthz', { accept: '*/*' })
  if (status !== 200) throw new Error(`/healthz returned ${status}`)
  waitingNow.delete(started)
  mine.asked++
  mine.worstMs = Math.max(mine.worstMs, performance.now() - started)
}, APART_MS)
