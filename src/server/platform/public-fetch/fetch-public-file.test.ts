import { expect, it, test } from 'vitest'
import { httpsServerForSuite, type RequestHandler } from '#test/https-server.ts'
import { type FetchOptions, fetchPublicFile } from './fetch-public-file.ts'
import { isPublicAddress } from './is-public-address.ts'

const LIMIT = 1000
let endEndless = () => {}
const endlessEnded = new Promise<void>((resolve) => {
  endEndless = resolve
})

const { network, requests } = httpsServerForSuite({
  '/picture.png': (_, response) => response.setHeader('content-type', 'image/png').end('picture'),
  '/untyped': (_, response) => response.end('picture'),
  '/page': (_, response) => response.setHeader('content-type', 'text/html; charset=utf-8').end('<p>'),
  '/moved': (_, response) => response.writeHead(302, { location: '/picture.png' }).end(),
  '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/to-http': (_, response) => response.writeHead(301, { location: 'http://cdn.example/picture.png' }).end(),
  '/to-loopback': (_, response) => response.writeHead(301, { location: 'https://[::1]/picture.png' }).end(),
  '/to-metadata': (_, response) => response.writeHead(307, { location: 'https://169.254.169.254/latest/' }).end(),
  '/to-inside': (_, response) => response.writeHead(308, { location: 'https://inside.example/picture.png' }).end(),
  '/to-itself': (_, response) => response.writeHead(302, { location: 'https://rebinding.example/picture.png' }).end(),
  '/large': (_, response) => response.setHeader('content-length', LIMIT + 1).end('x'.repeat(LIMIT + 1)),
  '/endless': (_, response) => {
    response.on('close', endEndless)
    const write = () => {
      if (response.destroyed) return
      response.write('x'.repeat(100), () => setImmediate(write))
    }
    write()
  },
  '/silent': () => {},
} satisfies Record<string, RequestHandler>)

const load = (url: string, options: Partial<FetchOptions> = {}) =>
  fetchPublicFile(url, {
    ...{ maxBytes: LIMIT, timeoutMs: 30_000, network: network() },
    isAccepted: (type) => type === '' || type.startsWith('image/'),
    ...options,
  })

it('fetches a file, also after a redirect', async () => {
  for (const path of ['picture.png', 'untyped', 'moved']) {
    expect(await load(`https://cdn.example/${path}`)).toEqual({ ok: true, bytes: Buffer.from('picture') })
  }
})

test.each([
  ['not an address', { code: 'address_invalid' }],
  ['https://cdn.example:8443/picture.png', { code: 'address_invalid' }],
  ['https://user:secret@cdn.example/picture.png', { code: 'address_invalid' }],
  ['http://cdn.example/picture.png', { code: 'not_https' }],
  ['file:///etc/passwd', { code: 'not_https' }],
  ['https://cdn.example/missing', { code: 'wrong_status', status: 404 }],
  ['https://cdn.example/page', { code: 'wrong_type', type: 'text/html' }],
  ['https://cdn.example/large', { code: 'too_large' }],
  ['https://cdn.example/loop', { code: 'too_many_redirects' }],
  ['https://cdn.example/to-http', { code: 'not_https' }],
  ['https://cdn.example/to-loopback', { code: 'address_not_public' }],
  ['https://cdn.example/to-metadata', { code: 'address_not_public' }],
  ['https://cdn.example/to-inside', { code: 'address_not_public' }],
  ['https://inside.example/picture.png', { code: 'address_not_public' }],
])('refuses %s', async (url, refusal) => {
  expect(await load(url)).toEqual({ ok: false, refusal })
})

test.each([
  ...['https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f000001/', 'https://0177.0.0.1/'],
  ...[
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://10.0.0.1/',
  ],
  ...['https://[fe80::1]/', 'https://[fd00::1]/', 'https://100.64.0.1/', 'https://192.168.0.1/', 'https://0.0.0.0/'],
])('does not connect to %s', async (url) => {
  const before = requests.length
  const refused = await load(url, { network: network({ isPublic: isPublicAddress }) })
  expect(refused).toEqual({ ok: false, refusal: { code: 'address_not_public' } })
  expect(requests).toHaveLength(before)
})

it('refuses a name if one of its addresses is not public', async () => {
  const resolve = async () => [
    { address: '127.0.0.1', family: 4 },
    { address: 'fd00::1', family: 6 },
  ]
  const refused = await load('https://cdn.example/picture.png', { network: network({ resolve }) })
  expect(refused).toMatchObject({ refusal: { code: 'address_not_public' } })
})

it('connects to the address that it has checked, and checks the next answer of a rebinding name', async () => {
  const resolved: string[] = []
  const answersOf = ['127.0.0.1', '10.0.0.1']
  const resolve = async () => {
    const address = answersOf[resolved.length] ?? '10.0.0.1'
    resolved.push(address)
    return [{ address, family: 4 }]
  }
  expect(await load('https://rebinding.example/picture.png', { network: network({ resolve }) })).toMatchObject({
    ok: true,
  })
  expect(resolved).toEqual(['127.0.0.1'])
  resolved.length = 0
  const refused = await load('https://rebinding.example/to-itself', { network: network({ resolve }) })
  expect(refused).toMatchObject({ refusal: { code: 'address_not_public' } })
  expect(resolved).toEqual(['127.0.0.1', '10.0.0.1'])
})

it('stops reading an endless body at the limit', async () => {
  expect(await load('https://cdn.example/endless')).toMatchObject({ refusal: { code: 'too_large' } })
  await endlessEnded
})

it('ends after its time, also while a name is resolved', async () => {
  expect(await load('https://cdn.example/silent', { timeoutMs: 50 })).toMatchObject({ refusal: { code: 'timed_out' } })
  const resolve = () => new Promise<never>(() => {})
  const refused = await load('https://cdn.example/', { timeoutMs: 50, network: network({ resolve }) })
  expect(refused).toMatchObject({ refusal: { code: 'timed_out' } })
})

it('refuses a host that is not found, does not answer, or has another certificate', async () => {
  const missing = network({ resolve: () => Promise.reject(new Error('ENOTFOUND')) })
  expect(await load('https://nowhere.example/', { network: missing })).toMatchObject({
    refusal: { code: 'host_not_found' },
  })
  const { ca: _ca, ...untrusting } = network()
  expect(await load('https://cdn.example/picture.png', { network: untrusting })).toMatchObject({
    refusal: { code: 'not_reached' },
  })
})
