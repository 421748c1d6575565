import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll } from 'vitest'

const BUCKET = 'shop-files'
/** The one account that this server knows. */
const KEY = 'S3RVER'

type Fault = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * A store that speaks S3 and checks signatures, for a suite; `interfere` lets a test answer in its place, or not at all.
 * Unlike a real one it lets anybody read, so a request without a signature is refused before it comes there.
 */
export function s3ForSuite() {
  let opened: { server: Server; directory: string } | undefined
  const store = {
    interfere: undefined as Fault | undefined,
    isPublic: false,
    /** What it was asked, as `PUT shop-files/a.pdf`. */
    requests: [] as string[],
    env(): Record<string, string> {
      const address = opened?.server.address()
      if (!address || typeof address === 'string') throw new Error('The store is there inside of tests and hooks only.')
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
    const answer = s3.callback()
    const server = createServer((request, response) => {
      store.requests.push(`${request.method} ${request.url?.slice(1)}`)
      if (store.interfere?.(request, response)) return
      if (request.headers.authorization === undefined && !store.isPublic) {
        response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
        return
      }
      answer(request, response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    opened = { server, directory }
  })
  afterAll(async () => {
    opened?.server.closeAllConnections()
    await new Promise((resolve) => opened?.server.close(resolve))
    if (opened) await rm(opened.directory, { recursive: true, force: true })
  })
  return store
}
