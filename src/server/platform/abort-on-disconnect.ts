import type { FastifyReply } from 'fastify'

/** Aborts when the connection closes before the response was sent: no client is left to read it. */
export function abortOnDisconnect({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}
