import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CSRF_PLACEHOLDER, PERSONAL_PLACEHOLDER } from '#contract/base/limits.ts'
import { handleErrors, notFound } from '#server/http/errors.ts'
import type { ReadyPage } from './make-pages.ts'
import { makePageCache } from './page-cache.ts'
import { serveCached } from './serve-cached.ts'

const call = {
  method: 'GET',
  path: '/jars/:id.json',
  summary: 'A jar',
  params: z.object({ id: z.coerce.number<string>() }),
  query: z.object({ q: z._default(z.string(), '') }),
  responses: { 200: z.object({ id: z.number(), text: z.string() }) },
} as const

function openShop() {
  const pageCache = makePageCache<ReadyPage>(1_000_000)
  const app = Fastify()
  handleErrors(app, async () => {})
  const computedIds: number[] = []
  let text = 'of glass'
  serveCached(
    app,
    { pageCache },
    call,
    ({ id }) => [`jar:${id}`],
    async ({ params: { id } }) => {
      computedIds.push(id)
      if (id === 404) throw notFound()
      return { id, text, secret: 'not in the schema' }
    },
    ({ q }) => q !== '',
  )
  return {
    pageCache,
    computedIds,
    write(newText: string) {
      text = newText
    },
    read: (url: string, headers = {}) => app.inject({ url, headers }),
  }
}

test('computes a response once until one of its tags changes', async () => {
  const shop = openShop()
  for (let n = 0; n < 3; n++) expect((await shop.read('/jars/1.json')).json()).toEqual({ id: 1, text: 'of glass' })
  await shop.read('/jars/2.json')
  expect(shop.computedIds).toEqual([1, 2])
  shop.write('of clay')
  shop.pageCache.invalidate(['jar:1'])
  expect((await shop.read('/jars/1.json')).json()).toEqual({ id: 1, text: 'of clay' })
  expect((await shop.read('/jars/2.json')).json()).toEqual({ id: 2, text: 'of glass' })
  expect(shop.computedIds).toEqual([1, 2, 1])
})

test('compresses it for clients that accept gzip, with the usual headers', async () => {
  const shop = openShop()
  const { headers, rawPayload, statusCode } = await shop.read('/jars/1.json', { 'accept-encoding': 'gzip, br' })
  expect(statusCode).toBe(200)
  expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual({ id: 1, text: 'of glass' })
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': 'private, no-store',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  })
  expect(headers).not.toHaveProperty('set-cookie')
})

test('does not treat text as a hole for the visitor’s state', async () => {
  const shop = openShop()
  const text = `${PERSONAL_PLACEHOLDER} name="_csrf" value="${CSRF_PLACEHOLDER}"`
  shop.write(text)
  expect((await shop.read('/jars/1.json')).json()).toEqual({ id: 1, text })
})

test('caches searches with the same words once, regardless of other parameters, and caches no endless ones or refusals', async () => {
  const shop = openShop()
  await shop.read('/jars/1.json?q=lid&utm_source=mail')
  await shop.read('/jars/1.json?utm_source=post&q=lid')
  expect(shop.computedIds).toEqual([1])
  for (let n = 0; n < 2; n++) await shop.read(`/jars/2.json?q=${'x'.repeat(600)}`)
  for (let n = 0; n < 2; n++) expect((await shop.read('/jars/404.json')).statusCode).toBe(404)
  expect(shop.computedIds).toEqual([1, 2, 2, 404, 404])
})

test('gives searches a small share of the cache, where they evict nothing else', async () => {
  const shop = openShop()
  shop.write('of glass '.repeat(1000))
  await shop.read('/jars/1.json')
  for (let n = 0; n < 40; n++) await shop.read(`/jars/2.json?q=${n}`)
  expect(shop.pageCache.bytes).toBeLessThan(1_000_000 / 8 + 20_000)
  shop.computedIds.length = 0
  await shop.read('/jars/1.json')
  expect(shop.computedIds).toEqual([])
})
