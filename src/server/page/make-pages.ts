import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Personal } from '#contract/personal.ts'
import type { Config } from '#server/config.ts'
import { inProcess } from './in-process-transport.ts'
import { type Filling, type PackedPage, packPage } from './packed-page.ts'
import type { Made, PageCache } from './page-cache.ts'
import type { Rendered, Renderer, RenderInput } from './renderer.ts'

/** The visitor's own state, and the cookie line that makes a new visitor known. */
export type PersonalAnswer = { personal: Personal; setCookie: string | undefined }
export type PersonalFor = (request: FastifyRequest) => PersonalAnswer | Promise<PersonalAnswer>

export type PageServices = {
  config: Pick<Config, 'publicUrl'>
  renderer: Renderer
  pageCache: PageCache<ReadyPage>
  personalFor: PersonalFor
}

/** A page or a redirect, ready to send. */
export type ReadyPage = PackedPage & { status: number; location?: string }

export type Pages = {
  /** The page at an address as everyone gets it, if it is kept. */
  find(address: string): ReadyPage | undefined
  /** The page at an address as everyone gets it. */
  shared(address: string): Promise<ReadyPage>
  /** Rendered for this visitor alone. */
  own(address: string, request: FastifyRequest, personal: Personal): Promise<ReadyPage>
  /** One for all addresses that lead nowhere. */
  nowhere(): Promise<ReadyPage>
  /** Tells what went wrong in the words of the answer. */
  failure(failure: NonNullable<RenderInput['failure']>): Promise<ReadyPage>
  fill(personal: Personal, rendered: boolean): Filling
}

/** Not an address: those begin with a slash. */
const NOWHERE = 'nowhere'
/** About a megabyte. */
const MOST_EMPTY_HANDED = 2000
/** Longer ones are served but not kept. */
const LONGEST_KEY = 500

export function makePages(app: FastifyInstance, { config, renderer, pageCache }: PageServices): Pages {
  const { publicUrl } = config

  async function make(input: Omit<RenderInput, 'publicUrl'>, keepStatus: number): Promise<Made<ReadyPage>> {
    const rendered = await renderer.render({ ...input, publicUrl })
    const value = ready(rendered)
    const tags = rendered.kind === 'page' ? rendered.tags : []
    const keep = value.status === keepStatus && !renderer.live && input.address.length <= LONGEST_KEY
    return { value, tags, keep }
  }

  const nowhere = () =>
    pageCache.get(NOWHERE, () => make({ address: '/', failure: { status: 404 }, transport: inProcess(app) }, 404))

  const fillingFor = (personal: Personal, rendered: boolean): Filling => ({
    personal: Buffer.from(renderer.personalBlock(personal, rendered)),
    csrf: Buffer.from(personal.csrf),
  })
  // A visitor without a cart gets the same filling on every page.
  const emptyHanded = new Map<string, Filling>()

  return {
    find: (address) => pageCache.find(address),
    async shared(address) {
      const page = await pageCache.get(address, () => make({ address, transport: inProcess(app) }, 200))
      return page.status === 404 ? nowhere() : page
    },
    async own(address, request, personal) {
      return ready(await renderer.render({ address, publicUrl, personal, transport: inProcess(app, request) }))
    },
    nowhere,
    async failure(failure) {
      return ready(await renderer.render({ address: '/', publicUrl, failure, transport: inProcess(app) }))
    },
    fill(personal, rendered) {
      const { csrf, cart, user } = personal
      if (cart !== null || user !== null || rendered) return fillingFor(personal, rendered)
      const known = emptyHanded.get(csrf)
      if (known) return known
      const filling = fillingFor(personal, rendered)
      if (emptyHanded.size >= MOST_EMPTY_HANDED) emptyHanded.clear()
      emptyHanded.set(csrf, filling)
      return filling
    },
  }
}

function ready(rendered: Rendered): ReadyPage {
  if (rendered.kind === 'redirect') return { ...packPage(''), status: 302, location: rendered.location }
  // A bug in a loader: the root handler logs it and answers with a request number.
  if (rendered.faults.length > 0) throw rendered.faults[0]
  return { ...packPage(rendered.html), status: rendered.status }
}
