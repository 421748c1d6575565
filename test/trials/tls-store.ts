import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

const BUCKET = 'backups'
/** The only account of this server. */
const KEY = 'S3RVER'

/** An S3-compatible store behind TLS, with a certificate from a private CA; returns the settings for ops/backup. */
export async function startTlsStore() {
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-store-'))
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const keyOptions = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  openssl('req', '-x509', ...keyOptions, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=An authority of a trial')
  const subjectOptions = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  openssl(
    'req',
    '-x509',
    ...keyOptions,
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-keyout',
    'key',
    '-out',
    'cert',
    ...subjectOptions,
  )
  // The server drops the slash after the bucket that pgBackRest has signed, so signatures are not verified.
  const s3 = new S3rver({
    directory: join(folder, 'objects'),
    silent: true,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: BUCKET }],
  })
  await s3.configureBuckets()
  const handleRequest = s3.callback()
  let requests = 0
  const [key, cert] = await Promise.all([readFile(join(folder, 'key')), readFile(join(folder, 'cert'))])
  const server = createServer({ key, cert }, (request, response) => {
    requests++
    handleRequest(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // PostgreSQL's account may read the CA certificate, and nothing else.
  execFileSync('chmod', ['755', folder])
  return {
    environment: {
      BACKUP_S3_BUCKET: BUCKET,
      BACKUP_S3_ENDPOINT: 'localhost',
      BACKUP_S3_PORT: String((server.address() as AddressInfo).port),
      BACKUP_S3_KEY: KEY,
      BACKUP_S3_SECRET: KEY,
      BACKUP_S3_CA: join(folder, 'ca.pem'),
      BACKUP_REPOSITORY: '/trial',
    },
    requests: () => requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
