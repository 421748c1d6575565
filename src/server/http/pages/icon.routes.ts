import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { touchIconPath } from '#contract/paths.ts'

const ICONS = [
  ['/favicon.ico', 'favicon.ico', 'image/x-icon'],
  [touchIconPath, 'apple-touch-icon.png', 'image/png'],
  ['/apple-touch-icon-precomposed.png', 'apple-touch-icon.png', 'image/png'],
] as const

/** Serves the icons that browsers and phones request by fixed names; they are drawn from the shop's logo. */
export function iconRoutes(app: FastifyInstance): void {
  for (const [url, file, type] of ICONS) {
    const bytes = readFileSync(new URL(`./icons/${file}`, import.meta.url))
    app.get(url, { config: { policy: 'anyone' } }, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=86400').send(bytes),
    )
  }
}
