import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import {
  type ByteRange,
  type FileStore,
  type ListedFile,
  type NewFile,
  resolveRange,
  StoreUnavailable,
} from './file-store.ts'
import { readListing } from './s3-listing.ts'

export type S3Config = {
  endpoint: URL
  region: string
  bucket: string
  /** Prefix of each name: several shops can share a bucket. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
  /** Whether the bucket is part of the path, as most stores require, or of the host's name, as Amazon's does. */
  pathStyle: boolean
}

/** A bucket, with a report for its operator. */
export type Bucket = FileStore & { examine(): Promise<BucketReport> }
export type BucketReport = {
  /** Whether a request without a key may read files: then anyone who learns a name can. */
  readableByAll: boolean
  /** Whether deleted files stay as an older version; undefined if the store does not report it. */
  keepsVersions: boolean | undefined
}

/**
 * A store that is silent for this long is unavailable; connecting, sending a file and responding are timed separately.
 */
const SILENT_MS = 10_000
/** Clients may download slowly; the shop itself waits no longer than this for a visitor. */
const SLOW_READER_MS = 60_000
const MAX_ATTEMPTS = 3
const FIRST_PAUSE_MS = 100
/** No attempt begins later than this, because a page waits for it. */
const LAST_ATTEMPT_MS = 5_000
const MAX_CONNECTIONS = 64
/** Other files in the bucket do not belong to this shop. */
const FILE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/
const EMPTY_SHA256 = createHash('sha256').digest('hex')

type Body = { bytes: number; sha256: string; stream(): Readable }
type StoreRequest = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  key?: string
  query?: Record<string, string>
  range?: string
  isAnonymous?: boolean
  body?: Body
}

/**
 * Stores files in a bucket of any S3-compatible store. aws4fetch signs the requests, and Node's own client sends them;
 * docs/decisions/0009 has the memory this saves. Nothing is ever public: only the shop can read.
 */
export function s3Store(config: S3Config, { silentMs = SILENT_MS } = {}): Bucket {
  const isTls = config.endpoint.protocol === 'https:'
  const options = { keepAlive: true, maxSockets: MAX_CONNECTIONS }
  const agent = isTls ? new HttpsAgent(options) : new HttpAgent(options)
  const toKey = (name: string) => config.prefix + name

  /** Sends one request and returns its response after reading only the head. Rejects on network errors. */
  async function send({ method, key, query = {}, range, isAnonymous, body }: StoreRequest): Promise<IncomingMessage> {
    const signed = await new AwsV4Signer({
      method,
      url: buildUrl(config, key, query).href,
      headers: {
        'x-amz-content-sha256': body?.sha256 ?? EMPTY_SHA256,
        ...(range !== undefined && { range }),
        ...(body && { 'content-length': String(body.bytes), 'content-type': 'application/octet-stream' }),
      },
      accessKeyId: config.accessKeyId,
      secretAccessKey: config.secretAccessKey,
      service: 's3',
      region: config.region,
    }).sign()
    return new Promise((resolve, reject) => {
      const start = isTls ? requestHttps : requestHttp
      const headers = isAnonymous ? {} : Object.fromEntries(signed.headers)
      const request = start(signed.url, { method, agent, headers })
      let timeoutMs = silentMs
      request.setTimeout(timeoutMs, () => request.destroy(new Error(`silent for ${timeoutMs / 1000} s`)))
      request.once('response', (response) => {
        timeoutMs = SLOW_READER_MS
        request.setTimeout(timeoutMs)
        resolve(response)
      })
      request.once('error', reject)
      // A store that refuses may close the connection before reading everything: its response is more useful than the
      // broken pipe.
      if (body) pipeline(body.stream(), request).catch((error) => setImmediate(reject, error))
      else request.end()
    })
  }

  /** Retries until the store gives a response that another attempt would not change. */
  async function sendWithRetries(request: StoreRequest, expected: readonly number[]): Promise<IncomingMessage> {
    const startedAt = Date.now()
    for (let attempt = 1; ; attempt++) {
      const outcome = await send(request).then(
        (response) => ({ response }),
        (error: unknown) => ({ error }),
      )
      if ('response' in outcome && expected.includes(outcome.response.statusCode ?? 0)) return outcome.response
      const isTemporary = 'error' in outcome || isTemporaryStatus(outcome.response.statusCode ?? 0)
      const cause = 'error' in outcome ? outcome.error : await readErrorMessage(outcome.response)
      if (!isTemporary || attempt === MAX_ATTEMPTS || Date.now() - startedAt > LAST_ATTEMPT_MS) {
        const reason = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : cause
        throw new StoreUnavailable(`${request.method} at the store ${config.endpoint.host}: ${reason}`, { cause })
      }
      await wait(FIRST_PAUSE_MS * 4 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }

  const store: Bucket = {
    async add(files) {
      await Promise.all(
        files.map(async (file) => {
          const body = await createBody(file)
          drain(await sendWithRetries({ method: 'PUT', key: toKey(file.name), body }, [200]))
          if ('path' in file) await rm(file.path, { force: true })
        }),
      )
    },
    async find(name) {
      const response = drain(await sendWithRetries({ method: 'HEAD', key: toKey(name) }, [200, 404]))
      if (response.statusCode === 404) return undefined
      const { 'content-length': bytes, 'last-modified': storedAt } = response.headers
      return { bytes: Number(bytes), storedAt: new Date(storedAt ?? 0) }
    },
    async open(name, requestedRange) {
      const range = requestedRange && (await rangeHeader(requestedRange, () => store.find(name)))
      if (range === 'no_such_range' || (requestedRange && range === undefined)) return range
      const response = await sendWithRetries(
        { method: 'GET', key: toKey(name), ...(range && { range }) },
        [200, 206, 404, 416],
      )
      if (response.statusCode === 416) {
        drain(response)
        return 'no_such_range'
      }
      if (response.statusCode === 404) {
        const errorMessage = await readErrorMessage(response)
        // A missing bucket must not be reported as a missing file.
        if (errorMessage.includes('NoSuchBucket')) throw new StoreUnavailable(errorMessage)
        return undefined
      }
      const part = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers['content-range'] ?? '')
      if (response.statusCode === 206 && part) {
        return { bytes: Number(part[3]), range: { first: Number(part[1]), last: Number(part[2]) }, content: response }
      }
      return { bytes: Number(response.headers['content-length']), range: undefined, content: response }
    },
    async hold(name, path) {
      if (existsSync(path)) return true
      const opened = await store.open(name)
      if (!opened || opened === 'no_such_range') return false
      const tempPath = `${path}.part`
      try {
        await pipeline(opened.content, createWriteStream(tempPath, { mode: 0o600, flush: true }))
        await rename(tempPath, path)
      } catch (error) {
        await rm(tempPath, { force: true })
        throw isDiskError(error)
          ? error
          : new StoreUnavailable(`reading ${name} from the store: ${String(error)}`, { cause: error })
      }
      return true
    },
    async remove(name) {
      drain(await sendWithRetries({ method: 'DELETE', key: toKey(name) }, [200, 204, 404]))
    },
    async *list(): AsyncGenerator<ListedFile> {
      for (let token: string | undefined; ; ) {
        const query = {
          'list-type': '2',
          ...(config.prefix && { prefix: config.prefix }),
          ...(token && { 'continuation-token': token }),
        }
        const response = await sendWithRetries({ method: 'GET', query }, [200])
        const page = await readListing((await buffer(response)).toString('utf8'))
        for (const { key, ...file } of page.files) {
          const name = key.slice(config.prefix.length)
          if (FILE_NAME.test(name)) yield { name, ...file }
        }
        if (page.next === undefined) return
        token = page.next
      }
    },
    async examine() {
      const name = `probe-${randomBytes(16).toString('hex')}`
      const bytes = Buffer.from(name)
      await store.add([{ name, bytes }])
      try {
        const opened = await store.open(name)
        const received = opened && opened !== 'no_such_range' ? await buffer(opened.content) : undefined
        if (!received?.equals(bytes)) throw new StoreUnavailable('the store does not return the bytes it received')
        // Some stores, such as OpenStack Swift, reject a request without a key as malformed.
        const anonymous = await sendWithRetries(
          { method: 'GET', key: toKey(name), isAnonymous: true },
          [200, 400, 401, 403, 404],
        )
        drain(anonymous)
        return { readableByAll: anonymous.statusCode === 200, keepsVersions: await checkVersioning() }
      } finally {
        await store.remove(name)
      }
    },
  }

  async function checkVersioning(): Promise<boolean | undefined> {
    const response = await sendWithRetries({ method: 'GET', query: { versioning: '' } }, [200, 400, 403, 404, 405, 501])
    const text = (await buffer(response)).toString()
    if (response.statusCode !== 200 || !text.includes('VersioningConfiguration')) return undefined
    return text.includes('<Status>Enabled</Status>')
  }
  return store
}

function buildUrl({ endpoint, bucket, pathStyle }: S3Config, key = '', query: Record<string, string>): URL {
  const url = new URL(endpoint)
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`
  const folder = url.pathname.replace(/\/$/, '') + (pathStyle ? `/${bucket}` : '')
  url.pathname = key === '' ? folder : `${folder}/${key.split('/').map(encodeURIComponent).join('/')}`
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

const isDiskError = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS', 'EIO', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')

const isTemporaryStatus = (status: number): boolean => status >= 500 || status === 429 || status === 408

/** Drains a response without further content, so that its connection can be reused. */
function drain(response: IncomingMessage): IncomingMessage {
  response.on('error', () => {}).resume()
  return response
}

const MAX_ERROR_LENGTH = 500

/** Returns the store's error, such as `403 AccessDenied`. */
async function readErrorMessage(response: IncomingMessage): Promise<string> {
  const text = await buffer(response).then(
    (bytes) => bytes.toString('utf8'),
    () => '',
  )
  const reason = /<Code>([^<]+)<\/Code>/.exec(text)?.[1] ?? text.slice(0, MAX_ERROR_LENGTH)
  return `${response.statusCode} ${reason}`.trim()
}

/** The hash is signed with the request, so the store detects altered content. */
async function createBody(file: NewFile): Promise<Body> {
  if ('bytes' in file) {
    const sha256 = createHash('sha256').update(file.bytes).digest('hex')
    return { bytes: file.bytes.length, sha256, stream: () => Readable.from([file.bytes]) }
  }
  const path = 'path' in file ? file.path : file.copyOf
  const { size } = await stat(path)
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { bytes: size, sha256: hash.digest('hex'), stream: () => createReadStream(path) }
}

/** Not every store supports suffix ranges, so the size is looked up. */
async function rangeHeader(
  range: ByteRange,
  find: () => Promise<{ bytes: number } | undefined>,
): Promise<string | 'no_such_range' | undefined> {
  if (!('suffix' in range)) return `bytes=${range.first}-${range.last ?? ''}`
  const found = await find()
  if (!found) return undefined
  const bounds = resolveRange(range, found.bytes)
  return bounds ? `bytes=${bounds.first}-${bounds.last}` : 'no_such_range'
}
