import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { isPublicAddress } from './is-public-address.ts'

export type ResolvedAddress = { address: string; family: number }

/** The network, which tests replace. A connection goes to the addresses that were resolved and checked, and no other. */
export type PublicNetwork = {
  resolve: (hostname: string) => Promise<readonly ResolvedAddress[]>
  isPublic: (address: string) => boolean
  /** Port of every https address. */
  port?: number
  /** Certificate authority to trust. */
  ca?: string
}

const internet: PublicNetwork = {
  resolve: (hostname) => lookup(hostname, { all: true }),
  isPublic: isPublicAddress,
}

export type FetchRefusal =
  | Refusal<'address_invalid' | 'not_https' | 'host_not_found' | 'address_not_public' | 'too_many_redirects'>
  | Refusal<'too_large' | 'timed_out' | 'not_reached'>
  | { code: 'wrong_status'; status: number }
  | { code: 'wrong_type'; type: string }

export type FetchOptions = {
  maxBytes: number
  /** For all redirects and the whole body. */
  timeoutMs: number
  /** Whether the file may have this content type; empty if the server names none. */
  isAccepted: (type: string) => boolean
  /** Aborted when the file is no longer needed. */
  signal?: AbortSignal | undefined
  network?: PublicNetwork | undefined
}

const MAX_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]

/**
 * Fetches a file by https from a public address. A name is resolved once for each request, all of its addresses must be
 * public, and the connection uses these addresses, so that another answer later has no effect.
 */
export async function fetchPublicFile(
  url: string,
  { timeoutMs, signal, network = internet, ...options }: FetchOptions,
): Promise<Result<{ bytes: Buffer }, FetchRefusal>> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const stopped = signal ? AbortSignal.any([timeout, signal]) : timeout
  try {
    let target = url
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await fetchOnce(target, { ...options, network, signal: stopped })
      if (!('location' in response)) return response
      target = response.location
    }
    return refuse({ code: 'too_many_redirects' })
  } catch (error) {
    if (signal?.aborted) throw error
    return refuse({ code: timeout.aborted ? 'timed_out' : 'not_reached' })
  }
}

type RequestOptions = Required<Pick<FetchOptions, 'maxBytes' | 'isAccepted'>> & {
  network: PublicNetwork
  signal: AbortSignal
}

async function fetchOnce(
  text: string,
  { maxBytes, isAccepted, network, signal }: RequestOptions,
): Promise<{ location: string } | Result<{ bytes: Buffer }, FetchRefusal>> {
  const url = URL.parse(text)
  if (!url) return refuse({ code: 'address_invalid' })
  if (url.protocol !== 'https:') return refuse({ code: 'not_https' })
  // Other ports and passwords are no part of the address of a public picture.
  if (url.port !== '' || url.username !== '' || url.password !== '') return refuse({ code: 'address_invalid' })
  const resolved = await resolveHost(url.hostname, network, signal)
  if (resolved.length === 0) return refuse({ code: 'host_not_found' })
  if (!resolved.every(({ address }) => network.isPublic(address))) return refuse({ code: 'address_not_public' })
  const response = await connect(url, resolved, network, signal)
  try {
    const { statusCode: status = 0, headers } = response
    if (REDIRECTS.includes(status)) {
      const location = headers.location === undefined ? null : URL.parse(headers.location, url)
      return location ? { location: location.href } : refuse({ code: 'wrong_status', status })
    }
    if (status !== 200) return refuse({ code: 'wrong_status', status })
    const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
    if (!isAccepted(type)) return refuse({ code: 'wrong_type', type })
    if (Number(headers['content-length']) > maxBytes) return refuse({ code: 'too_large' })
    const bytes = await readBody(response, maxBytes)
    return bytes ? { ok: true, bytes } : refuse({ code: 'too_large' })
  } finally {
    response.destroy()
  }
}

/** The address itself if the host is one: no name is resolved for it. */
async function resolveHost(
  hostname: string,
  { resolve }: PublicNetwork,
  signal: AbortSignal,
): Promise<readonly ResolvedAddress[]> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  aborted.catch(() => {})
  try {
    return await Promise.race([resolve(host), aborted])
  } catch (error) {
    if (signal.aborted) throw error
    return []
  }
}

function connect(
  url: URL,
  resolved: readonly ResolvedAddress[],
  { port = 443, ca }: PublicNetwork,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((received, failed) => {
    const call = request(
      url,
      {
        port,
        signal,
        // A connection of its own, which nothing else has opened.
        agent: false,
        headers: { 'accept-encoding': 'identity', 'user-agent': 'Salonfront' },
        ...(ca !== undefined && { ca }),
        lookup: (_hostname, options, callback) => {
          const [first] = resolved
          if (options.all) callback(null, [...resolved])
          else if (first) callback(null, first.address, first.family)
        },
      },
      received,
    )
    call.on('error', failed)
    call.end()
  })
}

/** Stops reading at the limit, so that an endless body costs no more. */
async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    chunks.push(chunk as Buffer)
    bytes += (chunk as Buffer).length
    if (bytes > maxBytes) return undefined
  }
  return Buffer.concat(chunks)
}
