import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Personal } from '#contract/personal.ts'
import type { Config } from '#server/config.ts'
import type { Fill } from './fill.ts'
import { inProcess } from './in-process-transport.ts'
import { type PackedPage, packPage } from './packed-page.ts'
import type { Made, PageCache } from './page-cache.ts'
import { type Keeping, pageHeaders } from './page-headers.ts'
import type { PersonalParts } from './personal-part.ts'
import type { Rendered, Renderer, RenderInput } from './renderer.ts'

export type PageServices = {
  config: Pick<Config, 'publicUrl'>
  renderer: Renderer
  pageCache: PageCache<ReadyPage>
  personalParts: PersonalParts
  fill: Fill
}

/** A page or a redirect, ready to send. */
export type ReadyPage = PackedPage & { status: number; headers: readonly string[]; location?: string }

export type Pages = {
  /** The page at a path as everyone gets it; `endless`: one of many that anybody can invent. */
  shared(address: string, keeping: Keeping, endless: boolean): Promise<ReadyPage>
  /** Rendered for this visitor alone. */
  own(address: string, request: FastifyRequest, personal: Personal, keeping: Keeping): Promise<ReadyPage>
  /** One page for every path that leads nowhere. */
  nowhere(): Promise<ReadyPage>
  /** An error page that explains the failure. */
  failure(failure: NonNullable<RenderInput['failure']>): Promise<ReadyPage>
}

/** Cannot be a path: those begin with a slash. */
const NOWHERE = 'nowhere'
/** Pages with longer keys are served but not cached. */
const LONGEST_KEY = 500

export function makePages(app: FastifyInstance, { config, renderer, pageCache }: PageServices): Pages {
  const { publicUrl } = config

  const headers = {
    'no-cache': pageHeaders(renderer.live, 'no-cache'),
    'no-store': pageHeaders(renderer.live, 'no-store'),
    secret: pageHeaders(renderer.live, 'secret'),
  }

  async function make(
    input: Omit<RenderInput, 'publicUrl'>,
    keepStatus: number,
    keeping: Keeping,
    endless = false,
  ): Promise<Made<ReadyPage>> {
    const rendered = await renderer.render({ ...input, publicUrl })
    const value = ready(rendered, headers[keeping])
    const tags = rendered.kind === 'page' ? rendered.tags : []
    const keep =
      keeping !== 'secret' && value.status === keepStatus && !renderer.live && input.address.length <= LONGEST_KEY
    return { value, tags, keep, endless: endless || (rendered.kind === 'page' && rendered.endless) }
  }

  const nowhere = () =>
    pageCache.get(NOWHERE, () =>
      make({ address: '/', failure: { status: 404 }, transport: inProcess(app) }, 404, 'no-cache'),
    )

  return {
    async shared(address, keeping, endless) {
      const page = await pageCache.get(address, () =>
        make({ address, transport: inProcess(app) }, 200, keeping, endless),
      )
      return page.status === 404 ? nowhere() : page
    },
    async own(address, request, personal, keeping) {
      const rendered = await renderer.render({ address, publicUrl, personal, transport: inProcess(app, request) })
      return ready(rendered, headers[keeping === 'secret' ? 'secret' : 'no-store'])
    },
    nowhere,
    async failure(failure) {
      const rendered = await renderer.render({ address: '/', publicUrl, failure, transport: inProcess(app) })
      return ready(rendered, headers['no-store'])
    },
  }
}

function ready(rendered: Rendered, headers: readonly string[]): ReadyPage {
  if (rendered.kind === 'redirect') return { ...packPage(''), status: 302, headers, location: rendered.location }
  // A bug in a loader: the root handler logs it and responds with a request number.
  if (rendered.faults.length > 0) throw rendered.faults[0]
  return { ...packPage(rendered.html), status: rendered.status, headers }
}
