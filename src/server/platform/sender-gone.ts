import type { FastifyReply } from 'fastify'

/** Aborts when the connection closes before the response was sent: no client is left to read it. */
export function senderGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}
