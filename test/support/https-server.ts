import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { PublicNetwork } from '#server/platform/public-fetch/fetch-public-file.ts'
import { isPublicAddress } from '#server/platform/public-fetch/is-public-address.ts'

const NAMES = ['cdn.example', 'rebinding.example', 'inside.example']

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/** Starts an https server for the tests of a file, with answers by path. */
export function httpsServerForSuite(answers: Readonly<Record<string, RequestHandler>>) {
  const folder = mkdtempSync(join(tmpdir(), 'salonfront-https-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-keyout', key, '-out', certificate, '-subj', '/CN=cdn.example'],
      ...['-addext', `subjectAltName=${NAMES.map((name) => `DNS:${name}`).join()}`],
    ],
    { stdio: 'ignore' },
  )
  const ca = readFileSync(certificate, 'utf8')
  const requests: string[] = []
  const server = createServer({ key: readFileSync(key), cert: ca }, (request, response) => {
    requests.push(`${request.headers.host?.replace(/:\d+$/, '')} ${request.url}`)
    const answer = answers[request.url ?? '']
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  rmSync(folder, { recursive: true })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    requests,
    /** `cdn.example` is on this machine and counts as public; all other addresses are judged as in production. */
    network: (changes: Partial<PublicNetwork> = {}): PublicNetwork => ({
      resolve: async (hostname) => [{ address: hostname === 'cdn.example' ? '127.0.0.1' : '10.0.0.1', family: 4 }],
      isPublic: (address) => address === '127.0.0.1' || isPublicAddress(address),
      port: (server.address() as AddressInfo).port,
      ca,
      ...changes,
    }),
  }
}
