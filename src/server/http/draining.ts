import type { Server, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    draining: Draining
  }
}

/** A server that is about to stop: it answers whatever still comes, and tells the proxy to send no more. */
export type Draining = { hasBegun: boolean; servers: Server[] }

const SWEEP_EVERY_MS = 100

/** Once a server drains, each connection ends with its next response; whoever comes again comes to another server. */
export function endWhileDraining({ hasBegun }: Draining, response: ServerResponse): void {
  if (hasBegun) response.shouldKeepAlive = false
}

/** Says for a while that this server will stop, and then takes nobody new and finishes what is under way. */
export async function drain(app: FastifyInstance, forMs: number): Promise<void> {
  const { draining } = app
  draining.hasBegun = true
  await pause(forMs)
  // A connection whose request was under way before stays open after its response, and would hold up the end.
  const sweeping = setInterval(() => {
    for (const server of draining.servers) server.closeIdleConnections()
  }, SWEEP_EVERY_MS)
  try {
    await app.close()
  } finally {
    clearInterval(sweeping)
  }
}
