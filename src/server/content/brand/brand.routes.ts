import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { iconPaths, logoPaths } from '#contract/paths.ts'
import { notFound } from '#server/http/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { type Brand, findIconVersion, plainBrand } from '#server/platform/settings/brand.ts'
import { anySetting } from '#server/platform/settings/registry.ts'
import { drawLetterIcon, drawPng, fitLogo, toIco } from './draw-icon.ts'

type IconInput = { name: string; brand: Brand }
type Icon = { path: string; type: string; draw(input: IconInput): Promise<Buffer | string> | Buffer | string }

const [SVG, PNG, ICO] = ['image/svg+xml', 'image/png', 'image/x-icon']
const PRECOMPOSED_PATH = '/apple-touch-icon-precomposed.png'

const shippedFile = (name: string) => readFileSync(new URL(`./icons/${name}`, import.meta.url))
/** The icons of the shop's own name and look. */
const shipped: Partial<Record<string, Buffer>> = {
  [iconPaths.svg]: shippedFile('favicon.svg'),
  [iconPaths.ico]: shippedFile('favicon.ico'),
  [iconPaths.touch]: shippedFile('apple-touch-icon.png'),
}

async function drawSquare({ name, brand }: IconInput, side: number, paper = false): Promise<Buffer> {
  if (brand.body.icon === 'logo' && brand.logo) return fitLogo(brand.logo.png, side)
  return drawPng(await drawSvg({ name, brand }), side, { paper })
}
const drawSvg = async ({ name, brand }: IconInput): Promise<string> =>
  isPlain({ name, brand }) ? String(shipped[iconPaths.svg]) : drawLetterIcon(name, brand)

const icons: readonly Icon[] = [
  { path: iconPaths.svg, type: SVG, draw: drawSvg },
  { path: iconPaths.ico, type: ICO, draw: async (input) => toIco(await drawSquare(input, 48)) },
  { path: iconPaths.touch, type: PNG, draw: (input) => drawSquare(input, 180, true) },
  { path: PRECOMPOSED_PATH, type: PNG, draw: (input) => drawSquare(input, 180, true) },
  { path: iconPaths.small, type: PNG, draw: (input) => drawSquare(input, 192) },
  { path: iconPaths.large, type: PNG, draw: (input) => drawSquare(input, 512) },
  {
    path: iconPaths.manifest,
    type: 'application/manifest+json',
    draw: ({ name, brand }) => writeManifest(name, brand),
  },
]

const isPlain = ({ name, brand: { body, shades } }: IconInput): boolean =>
  name === anySetting('shop_name').default &&
  !shades &&
  body.icon === plainBrand.body.icon &&
  body.display_font === plainBrand.body.display_font

/** Name and icons of the shop on the home screen of a phone. */
function writeManifest(name: string, brand: Brand): string {
  const version = findIconVersion(name, brand)
  const icon = (path: string, side: number) => ({ src: `${path}?v=${version}`, sizes: `${side}x${side}`, type: PNG })
  return JSON.stringify({
    name,
    short_name: name,
    start_url: '/',
    display: 'browser',
    background_color: '#fbf8f4',
    icons: [icon(iconPaths.small, 192), icon(iconPaths.large, 512)],
  })
}

/** Serves the icons that browsers and phones request by fixed names, and the logo for pages and emails. */
export function brandRoutes(app: FastifyInstance, { settings }: Pick<Services, 'settings'>): void {
  const drawn = new LRUCache<string, Promise<Buffer | string>>({ max: 2 * icons.length })
  for (const { path, type, draw } of icons) {
    app.get(path, { config: { policy: 'anyone' } }, async (_request, reply) => {
      const input = { name: settings.get('shop_name'), brand: settings.brand() }
      const file = isPlain(input) ? shipped[path === PRECOMPOSED_PATH ? iconPaths.touch : path] : undefined
      if (file) return send(reply, type, file)
      const key = JSON.stringify([path, input.name, input.brand.version])
      const drawing = drawn.get(key) ?? Promise.resolve(draw(input))
      drawn.set(key, drawing)
      return send(reply, type, await drawing)
    })
  }
  for (const [path, find] of [
    [logoPaths.light, (brand: Brand) => brand.logo],
    [logoPaths.dark, (brand: Brand) => brand.darkLogo],
  ] as const) {
    app.get(path, { config: { policy: 'anyone' } }, async (_request, reply) => {
      const logo = find(settings.brand())
      if (!logo) throw notFound()
      // Webmail shows the logo on its own pages.
      return send(reply.header('cross-origin-resource-policy', 'cross-origin'), PNG, logo.png)
    })
  }
}

/** Pages name the brand's version in the URL; an email shows the current logo. */
const send = (reply: FastifyReply, type: string, content: Buffer | string) =>
  reply.type(type).header('cache-control', 'public, max-age=86400').send(content)
