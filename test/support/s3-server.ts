import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll } from 'vitest'

const BUCKET = 'shop-files'
/** The only account of this server. */
const KEY = 'S3RVER'

type Interceptor = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * An S3-compatible store for a suite that requires signatures; `intercept` lets a test respond instead, or not
 * at all. The store itself allows anonymous reads, so unsigned requests are refused before they reach it.
 */
export function s3ForSuite() {
  let running: { server: Server; directory: string } | undefined
  const store = {
    intercept: undefined as Interceptor | undefined,
    isPublic: false,
    /** Requests received, such as `PUT shop-files/a.pdf`. */
    requests: [] as string[],
    env(): Record<string, string> {
      const address = running?.server.address()
      if (!address || typeof address === 'string')
        throw new Error('The store is available only inside tests and hooks.')
      return {
        S3_ENDPOINT: `http://127.0.0.1:${address.port}`,
        S3_BUCKET: BUCKET,
        S3_ACCESS_KEY_ID: KEY,
        S3_SECRET_ACCESS_KEY: KEY,
      }
    },
  }
  beforeAll(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'salonfront-s3-'))
    const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET }] })
    await s3.configureBuckets()
    const handleRequest = s3.callback()
    const server = createServer((request, response) => {
      store.requests.push(`${request.method} ${request.url?.slice(1)}`)
      if (store.intercept?.(request, response)) return
      if (request.headers.authorization === undefined && !store.isPublic) {
        response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
        return
      }
      handleRequest(request, response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    running = { server, directory }
  })
  afterAll(async () => {
    running?.server.closeAllConnections()
    await new Promise((resolve) => running?.server.close(resolve))
    if (running) await rm(running.directory, { recursive: true, force: true })
  })
  return store
}
