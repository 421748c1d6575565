import { Client } from './client.ts'
import { startShop } from './server.ts'

const CALLS_APART_MS = 20

export type Stalls<Result> = { result: Result; longestMs: number; asked: number }

/**
 * Runs a shop on a data directory while `work` runs in it, and keeps requesting a database read and a page: returns how
 * long the slowest response took.
 */
export async function stallsDuring<Result>(dataDir: string, work: () => Promise<Result>): Promise<Stalls<Result>> {
  const shop = await startShop({ dataDir, env: { DEMO: '0' } })
  const client = new Client(shop.port, 4)
  const paths = ['/cart.json', '/faqs', '/states.json', '/packages.json']
  let [longestMs, asked, done] = [0, 0, false]
  try {
    const asking = (async () => {
      for (let n = 0; !done; n++) {
        const started = performance.now()
        const { status } = await client.send('GET', paths[n % paths.length] ?? '/', { accept: '*/*' })
        if (status !== 200) throw new Error(`${paths[n % paths.length]} answered ${status}`)
        longestMs = Math.max(longestMs, performance.now() - started)
        asked++
        await new Promise((resolve) => setTimeout(resolve, CALLS_APART_MS))
      }
    })()
    const [result] = await Promise.all([
      work().finally(() => {
        done = true
      }),
      asking,
    ])
    return { result, longestMs, asked }
  } finally {
    client.close()
    await shop.stop()
  }
}
