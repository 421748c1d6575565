import { Client } from '../../bench/support/client.ts'

/**
 * Opens ordinary pages at a steady rate from a separate process, whose clock is unaffected by the load. `begin` starts
 * a measurement; `end` reports the 95th percentile in milliseconds since.
 */
const [port, ...paths] = process.argv.slice(2)
const INTERVAL_MS = 40

const client = new Client(Number(port), 2)
const { cookie } = await client.visit()
let times: number[] = []
let index = 0

setInterval(async () => {
  const path = paths[index++ % paths.length] ?? '/'
  const started = performance.now()
  const { status } = await client.send('GET', path, { cookie, accept: 'text/html', 'accept-encoding': 'gzip' })
  if (status !== 200) throw new Error(`${path} returned ${status}`)
  times.push(performance.now() - started)
}, INTERVAL_MS)

process.on('message', (command) => {
  if (command === 'begin') times = []
  if (command !== 'end') return
  const sorted = times.toSorted((a, b) => a - b)
  process.send?.({ p95: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN, count: sorted.length })
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
