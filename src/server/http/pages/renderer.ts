import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { fileFolders } from '#contract/paths.ts'
import type { Inline } from '#server/http/security-headers.ts'
import type { Bundle } from '#web/bundles.ts'
import type * as WebEntry from '#web/entry.server.tsx'
import { readHeads } from './head.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const YEAR_MS = 365 * 24 * 60 * 60 * 1000

export type RenderOutput = WebEntry.RenderOutput
export type RenderInput = Omit<WebEntry.RenderInput, 'headFor'>

/** The only interface from the server to the web layer. */
export type Renderer = {
  servedPages: Bundle['servedPages']
  render(input: RenderInput): Promise<RenderOutput>
  personalBlock: typeof WebEntry.personalBlock
  /** Serves scripts, styles and fonts. */
  serveAssets(app: FastifyInstance): Promise<void>
  /** Styles and scripts inlined into the pages; undefined in development, where no policy can name them. */
  inline: Inline | undefined
  /** True in development, where nothing may be cached. */
  live: boolean
}

/** Loads the renderer built by `npm run build`. */
export async function loadRenderer(root = ROOT): Promise<Renderer> {
  const entry: typeof WebEntry = await import(pathToFileURL(join(root, 'dist/renderer/entry.server.js')).href)
  const dist = join(root, 'dist')
  const heads = readHeads(dist, entry.bundles)
  return {
    servedPages: entry.bundles.flatMap(({ servedPages }) => servedPages),
    render: (input) => entry.render({ ...input, headFor: heads.find }),
    personalBlock: entry.personalBlock,
    async serveAssets(app) {
      await app.register(fastifyStatic, {
        root: entry.bundles.map(({ name }) => join(dist, name, 'assets')),
        prefix: fileFolders.assets,
        // File names contain a hash of their content, so two bundles can share a URL folder.
        immutable: true,
        maxAge: YEAR_MS,
        preCompressed: true,
        decorateReply: false,
        index: false,
      })
    },
    inline: heads.inline,
    live: false,
  }
}

/** Renders the current sources through Vite: an edit shows without a build or a restart. */
export async function createLiveRenderer(): Promise<Renderer> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: ROOT,
    appType: 'custom',
    server: { middlewareMode: true },
    // A bundled configuration would be a new file at every start, which makes `node --watch` restart.
    configLoader: 'native',
  })
  const load = () => vite.ssrLoadModule('/src/web/entry.server.tsx') as Promise<typeof WebEntry>
  const { bundles, personalBlock } = await load()
  const [shop] = bundles
  const headFor = (pageId: string) =>
    buildLiveHead(bundles.find(({ pageIds, nowhereId }) => pageId === nowhereId || pageIds.includes(pageId)) ?? shop)
  return {
    servedPages: bundles.flatMap(({ servedPages }) => servedPages),
    personalBlock,
    async render(input) {
      const { render } = await load()
      return render({ ...input, headFor })
    },
    async serveAssets(app) {
      app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, done))
      app.addHook('onClose', () => vite.close())
    },
    inline: undefined,
    live: true,
  }
}

const buildLiveHead = ({ entry, stylesheet }: Bundle): string =>
  [
    `<link rel="stylesheet" href="/${stylesheet}">`,
    '<script type="module" src="/@vite/client"></script>',
    `<script type="module" src="/${entry}"></script>`,
  ].join('')
