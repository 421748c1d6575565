import type { Server, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    draining: Draining
  }
}

/** State of a server that is about to stop: it still serves requests, but reports to the proxy that it is not ready. */
export type Draining = { hasBegun: boolean; servers: Server[] }

const SWEEP_INTERVAL_MS = 100

/** Closes each connection after its next response while draining; a client that reconnects reaches another server. */
export function closeWhileDraining({ hasBegun }: Draining, response: ServerResponse): void {
  if (hasBegun) response.shouldKeepAlive = false
}

/**
 * Reports for a while that this server will stop, then accepts no new connections and finishes requests in progress.
 */
export async function drain(app: FastifyInstance, delayMs: number): Promise<void> {
  const { draining } = app
  draining.hasBegun = true
  await pause(delayMs)
  // A connection with a request that began before draining stays open after its response and would delay the end.
  const sweepTimer = setInterval(() => {
    for (const server of draining.servers) server.closeIdleConnections()
  }, SWEEP_INTERVAL_MS)
  try {
    await app.close()
  } finally {
    clearInterval(sweepTimer)
  }
}
