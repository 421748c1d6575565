import { Client } from './client.ts'
import { startShop } from './server.ts'

const REQUEST_INTERVAL_MS = 20

export type StallResult<Result> = { result: Result; maxMs: number; requestCount: number }

/**
 * Runs a shop on a data directory while `work` runs in it, and keeps requesting a database read and a page: returns how
 * long the slowest response took.
 */
export async function measureStalls<Result>(
  dataDir: string,
  work: () => Promise<Result>,
): Promise<StallResult<Result>> {
  const shop = await startShop({ dataDir, env: { DEMO: '0' } })
  const client = new Client(shop.port, 4)
  const paths = ['/cart.json', '/faqs', '/states.json', '/packages.json']
  let [maxMs, requestCount, done] = [0, 0, false]
  try {
    const requests = (async () => {
      for (let n = 0; !done; n++) {
        const started = performance.now()
        const { status } = await client.send('GET', paths[n % paths.length] ?? '/', { accept: '*/*' })
        if (status !== 200) throw new Error(`${paths[n % paths.length]} returned ${status}`)
        maxMs = Math.max(maxMs, performance.now() - started)
        requestCount++
        await new Promise((resolve) => setTimeout(resolve, REQUEST_INTERVAL_MS))
      }
    })()
    const [result] = await Promise.all([
      work().finally(() => {
        done = true
      }),
      requests,
    ])
    return { result, maxMs, requestCount }
  } finally {
    client.close()
    await shop.stop()
  }
}
