import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '#server/platform/config.ts'

/**
 * Throws the error that listening would throw, before an empty shop is filled, which takes a minute. Workers that share
 * one port do not check it; the process that starts them does, before the first one.
 */
export async function checkPortIsFree({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  if (cluster.isWorker) return
  const server = createServer().listen({ host, port })
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}
