import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { iconPaths, logoPaths } from '#contract/paths.ts'
import { handleErrors } from '#server/http/errors.ts'
import { type Brand, findShades, plainBrand } from '#server/platform/settings/brand.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { brandRoutes } from './brand.routes.ts'

const yellow: Brand = { ...plainBrand, shades: findShades({ accent: '#f5c518' }), version: 'yellow' }
const wide = await sharp({ create: { width: 400, height: 80, channels: 4, background: '#0044ff' } })
  .png()
  .toBuffer()
const withLogo: Brand = {
  ...plainBrand,
  body: { ...plainBrand.body, icon: 'logo' },
  logo: { path: '/logo.png?v=1', url: 'https://shop.test/logo.png?v=1', png: wide, width: 400, height: 80 },
  version: 'logo',
}

function open(name: string, brand: Brand) {
  const app = Fastify()
  handleErrors(app, async (_request, reply) => reply.send('not found'))
  brandRoutes(app, { settings: { get: () => name, brand: () => brand } as unknown as Settings })
  return async (url: string) => {
    const { statusCode, headers, rawPayload } = await app.inject(url)
    return {
      status: statusCode,
      type: headers['content-type'],
      headers,
      bytes: rawPayload,
      text: rawPayload.toString(),
    }
  }
}
const shipped = (name: string) => readFileSync(new URL(`./icons/${name}`, import.meta.url))

test('the default look has the icons drawn for it', async () => {
  const get = open('Salonfront', plainBrand)
  expect((await get(iconPaths.svg)).text).toBe(shipped('favicon.svg').toString())
  expect((await get(iconPaths.ico)).bytes).toEqual(shipped('favicon.ico'))
  expect((await get(iconPaths.touch)).bytes).toEqual(shipped('apple-touch-icon.png'))
  expect((await get('/apple-touch-icon-precomposed.png')).bytes).toEqual(shipped('apple-touch-icon.png'))
})

test('another name is its first letter, on the accent color', async () => {
  const plain = await open('Mirabel', plainBrand)(iconPaths.svg)
  expect(plain.text).toContain('fill="#8a3b2e"')
  const { text, type } = await open('Mirabel', yellow)(iconPaths.svg)
  expect(type).toBe('image/svg+xml')
  expect(text).toMatch(/<circle [^>]*fill="#8d6f00"\/><path d="M[^"]+" transform="[^"]+" fill="#fffaf6"\/>/)
  expect(text).not.toBe((await open('Bella', yellow)(iconPaths.svg)).text)
})

test.each(['한국 미용', '!!!', ''])('a name without a Latin letter has a drawing: %j', async (name) => {
  expect((await open(name, yellow)(iconPaths.svg)).text).toContain('stroke-width="10"')
})

test.each([
  ['a letter', yellow],
  ['a logo', withLogo],
])('phones and browsers get %s in the sizes they ask for', async (_what, brand) => {
  const get = open('“Mirabel” <b>', brand)
  for (const [url, side] of [
    [iconPaths.touch, 180],
    [iconPaths.small, 192],
    [iconPaths.large, 512],
  ] as const) {
    const { bytes, type } = await get(url)
    expect(type).toBe('image/png')
    expect(await sharp(bytes).metadata()).toMatchObject({ width: side, height: side, format: 'png' })
  }
  const ico = (await get(iconPaths.ico)).bytes
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 48, 48])
  expect(await sharp(ico.subarray(22)).metadata()).toMatchObject({ width: 48, height: 48, format: 'png' })
})

test('the manifest has the name of the shop', async () => {
  const { text, type } = await open('“Mirabel” <b>', yellow)(iconPaths.manifest)
  expect(type).toMatch('application/manifest+json')
  expect(JSON.parse(text)).toMatchObject({
    name: '“Mirabel” <b>',
    icons: [{ src: expect.stringMatching(/^\/icon-192\.png\?v=\w{10}$/) }, { sizes: '512x512' }],
  })
})

test('the logo is a picture that other sites’ mail programs may show', async () => {
  const { bytes, headers } = await open('Mirabel', withLogo)(logoPaths.light)
  expect(bytes).toEqual(wide)
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  expect((await open('Mirabel', withLogo)(logoPaths.dark)).status).toBe(404)
  expect((await open('Mirabel', plainBrand)(logoPaths.light)).status).toBe(404)
})
