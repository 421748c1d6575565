import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '#server/platform/config.ts'

/**
 * Throws as listening will, if nobody can be served there: said before an empty shop is filled, which takes a minute. Of
 * several processes on one port none asks for it by itself; who starts them does, before the first.
 */
export async function refuseTakenPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  if (cluster.isWorker) return
  const server = createServer().listen({ host, port })
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}
