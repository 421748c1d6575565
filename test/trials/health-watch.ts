import { Client } from '../../bench/support/client.ts'

const APART_MS = 20

export type Health = { worstMs: number; asked: number }

/**
 * A process of its own, so that whoever sends the load does not wait for itself: asks /healthz every 20 ms. Told `begin`
 * it starts to count anew, told `end` it answers with the slowest since.
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
  // What still waits has waited at least so long.
  const now = performance.now()
  for (const started of waiting) health.worstMs = Math.max(health.worstMs, now - started)
  process.send?.(health)
})

setInterval(async () => {
  const started = performance.now()
  const mine = health
  const waitingNow = waiting.add(started)
  const { status } = await client.send('GET', '/healthz', { accept: '*/*' })
  if (status !== 200) throw new Error(`/healthz answered ${status}`)
  waitingNow.delete(started)
  mine.asked++
  mine.worstMs = Math.max(mine.worstMs, performance.now() - started)
}, APART_MS)
