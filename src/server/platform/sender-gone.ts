import type { FastifyReply } from 'fastify'

/** Aborts when the connection closes before the response has left: nobody reads it any more. */
export function senderGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}
