import type { FastifyInstance } from 'fastify'
import { MAX_REDIRECTS } from '#contract/base/limits.ts'
import {
  addRedirectCall,
  changeRedirectCall,
  importRedirectsCall,
  type RedirectImport,
  redirectExportCall,
  redirectsCall,
  removeRedirectCall,
} from '#contract/content/redirects.ts'
import { pagePaths } from '#contract/paths.ts'
import { readFormerPath, readRedirectTarget } from '#domain/text/redirect-url.ts'
import { fieldProblem, notFound, problem } from '#server/http/errors.ts'
import { sendCsv } from '#server/http/send-csv.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { RowError } from '#server/platform/csv/row.ts'
import { csvCell } from '#server/platform/csv/write-csv.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import {
  addRedirect,
  changeRedirect,
  importRedirects,
  type RedirectRefusal,
  removeRedirect,
} from './change-redirects.ts'
import {
  compareRedirects,
  FORMER_PATH_INVALID,
  FROM,
  type ParsedRedirects,
  type RedirectComparison,
  readRedirects,
  TARGET_INVALID,
  TO,
} from './read-redirects.ts'
import { findAllRedirects, findRedirect, findRedirects, type RedirectRow } from './redirect.queries.ts'

const PAGE_SIZE = 100
/** Rows of each kind that an import describes. */
const MAX_DESCRIBED = 100

const pages = new Set<string>(Object.values(pagePaths))

/** Former URLs in the back office (docs/back-office §9). */
export function redirectRoutes(app: FastifyInstance, services: Services): void {
  const { db, config } = services
  const { permitted } = makeStaffPolicies(services)
  const readPath = (path: string): string => {
    const normalized = readFormerPath(path)
    if (normalized === undefined) throw fieldProblem('invalid', 'path', FORMER_PATH_INVALID)
    // The store serves these itself, so that the redirect would never act.
    if (pages.has(normalized) || app.hasRoute({ method: 'GET', url: normalized })) {
      throw fieldProblem('invalid', 'path', 'The store has a page at this URL.')
    }
    return normalized
  }
  const readTarget = (target: string): string => {
    const normalized = readRedirectTarget(target, config.publicUrl)
    if (normalized === undefined) throw fieldProblem('invalid', 'target', TARGET_INVALID)
    return normalized
  }
  const findCurrent = async (path: string): Promise<RedirectRow> => {
    const current = await findRedirect(db, path)
    if (!current) throw notFound()
    return current
  }
  async function toProblem({ code }: RedirectRefusal, path: string) {
    if (code === 'not_found') return notFound()
    if (code === 'stale') {
      return problem('stale', 'Someone else changed this redirect.', { current: await findCurrent(path) })
    }
    return refusalProblem(code)
  }

  serve(app, redirectsCall, permitted(redirectsCall), async ({ query }) => {
    const search = query.search.toLowerCase()
    const { redirects, count } = await findRedirects(db, { search, after: query.after ?? '', limit: PAGE_SIZE + 1 })
    const data = redirects.slice(0, PAGE_SIZE)
    return { data, next: redirects.length > PAGE_SIZE ? (data.at(-1)?.path ?? null) : null, count }
  })

  serve(app, addRedirectCall, permitted(addRedirectCall), async ({ body, caller: { actor } }) => {
    const redirect = { path: readPath(body.path), target: readTarget(body.target) }
    const result = await inTransaction(db, (trx) => addRedirect(trx, actor, redirect))
    if (!result.ok) throw await toProblem(result.refusal, redirect.path)
    return findCurrent(redirect.path)
  })

  serve(app, changeRedirectCall, permitted(changeRedirectCall), async ({ body, caller: { actor } }) => {
    const redirect = { path: body.path, target: readTarget(body.target) }
    const result = await inTransaction(db, (trx) => changeRedirect(trx, actor, redirect, body.expected_version))
    if (!result.ok) throw await toProblem(result.refusal, redirect.path)
    return findCurrent(redirect.path)
  })

  serve(app, removeRedirectCall, permitted(removeRedirectCall), async ({ body, caller: { actor } }) => {
    const result = await inTransaction(db, (trx) => removeRedirect(trx, actor, body.path, body.expected_version))
    if (!result.ok) throw await toProblem(result.refusal, body.path)
    return result
  })

  serve(app, importRedirectsCall, permitted(importRedirectsCall), async ({ body, caller: { actor } }) => {
    const parsed = readFile(body.text, config.publicUrl)
    const preview = async () => presentImport(parsed, compareRedirects(parsed, await findAllRedirects(db)))
    const { expected_version } = body
    if (expected_version === undefined) return preview()
    const result = await inTransaction(db, (trx) => importRedirects(trx, actor, parsed, expected_version))
    if (result.ok) return presentImport(parsed, result)
    if (result.refusal.code !== 'stale') throw refusalProblem(result.refusal.code)
    throw problem('stale', 'The redirects have changed since the preview.', { current: await preview() })
  })

  serve(app, redirectExportCall, permitted(redirectExportCall), async ({ reply }) => {
    const rows = await findAllRedirects(db)
    const lines = rows.map(({ path, target }) => `${csvCell(path)},${csvCell(target)}\n`)
    return sendCsv(reply, 'redirects', [`${FROM},${TO}\n`, ...lines])
  })
}

function refusalProblem(code: 'redirect_exists' | 'redirect_loop' | 'too_many_redirects') {
  if (code === 'redirect_exists') return fieldProblem(code, 'path', 'This URL already redirects.')
  if (code === 'redirect_loop') return fieldProblem(code, 'target', 'This page leads back to the former URL.')
  return problem(code, `There can be up to ${MAX_REDIRECTS} redirects.`)
}

function readFile(text: string, publicUrl: string): ParsedRedirects {
  try {
    return readRedirects(text, publicUrl)
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    throw fieldProblem('invalid', 'text', `Line ${error.line}: ${error.message}`)
  }
}

function presentImport({ refused }: ParsedRedirects, comparison: RedirectComparison): RedirectImport {
  const { added, changed, unchanged, changes, version } = comparison
  return {
    ...{ added, changed, unchanged, version },
    changes: changes.slice(0, MAX_DESCRIBED),
    refused_count: refused.length,
    refused: refused.slice(0, MAX_DESCRIBED),
  }
}
