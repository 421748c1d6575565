import { MAX_REDIRECTS } from '#contract/base/limits.ts'
import type { NoValue, Refusal, Result } from '#domain/result.ts'
import { refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { followRedirects } from './follow-redirects.ts'
import { compareRedirects, type ParsedRedirects, type RedirectComparison } from './read-redirects.ts'
import {
  deleteRedirect,
  findAllRedirects,
  findRedirect,
  lockRedirects,
  type RedirectRow,
  upsertRedirects,
} from './redirect.queries.ts'

type Paths = { path: string; target: string }
export type RedirectRefusal = Refusal<
  'redirect_exists' | 'redirect_loop' | 'too_many_redirects' | 'not_found' | 'stale'
>

/** Redirects a former path to a page of the shop. */
export async function addRedirect(
  trx: Transaction,
  actor: Actor,
  { path, target }: Paths,
): Promise<Result<NoValue, Refusal<'redirect_exists' | 'redirect_loop' | 'too_many_redirects'>>> {
  await lockRedirects(trx)
  const redirects = await findAllRedirects(trx)
  if (redirects.some((redirect) => redirect.path === path)) return refuse({ code: 'redirect_exists' })
  if (redirects.length >= MAX_REDIRECTS) return refuse({ code: 'too_many_redirects' })
  if (await findLoop(redirects, new Map([[path, target]]))) return refuse({ code: 'redirect_loop' })
  await upsertRedirects(trx, new Map([[path, target]]))
  await recordAction(trx, actor, {
    action: 'redirect.added',
    subject: { kind: 'redirect', id: path },
    after: { target },
  })
  return { ok: true }
}

/** Changes where a former path leads. */
export async function changeRedirect(
  trx: Transaction,
  actor: Actor,
  { path, target }: Paths,
  expectedVersion: string,
): Promise<Result<NoValue, Refusal<'redirect_loop' | 'not_found' | 'stale'>>> {
  await lockRedirects(trx)
  const redirects = await findAllRedirects(trx)
  const before = redirects.find((redirect) => redirect.path === path)
  if (!before) return refuse({ code: 'not_found' })
  if (before.version !== expectedVersion) return refuse({ code: 'stale' })
  if (before.target === target) return { ok: true }
  if (await findLoop(redirects, new Map([[path, target]]))) return refuse({ code: 'redirect_loop' })
  await upsertRedirects(trx, new Map([[path, target]]))
  await recordAction(trx, actor, {
    action: 'redirect.changed',
    subject: { kind: 'redirect', id: path },
    before: { target: before.target },
    after: { target },
  })
  return { ok: true }
}

export async function removeRedirect(
  trx: Transaction,
  actor: Actor,
  path: string,
  expectedVersion: string,
): Promise<Result<RedirectRow, Refusal<'not_found' | 'stale'>>> {
  await lockRedirects(trx)
  const before = await findRedirect(trx, path)
  if (!before) return refuse({ code: 'not_found' })
  if (before.version !== expectedVersion) return refuse({ code: 'stale' })
  await deleteRedirect(trx, path)
  await recordAction(trx, actor, {
    action: 'redirect.removed',
    subject: { kind: 'redirect', id: path },
    before: { target: before.target },
  })
  return { ok: true, ...before }
}

/**
 * Adds and changes the redirects of a file, but for rows that are refused. Refused as stale if the comparison with the
 * present redirects is not the one that was previewed.
 */
export async function importRedirects(
  trx: Transaction,
  actor: Actor,
  parsed: ParsedRedirects,
  expectedVersion: string,
): Promise<Result<RedirectComparison, Refusal<'redirect_loop' | 'too_many_redirects' | 'stale'>>> {
  await lockRedirects(trx)
  const redirects = await findAllRedirects(trx)
  const comparison = compareRedirects(parsed, redirects)
  if (comparison.version !== expectedVersion) return refuse({ code: 'stale' })
  if (comparison.added + redirects.length > MAX_REDIRECTS) return refuse({ code: 'too_many_redirects' })
  if (await findLoop(redirects, parsed.redirects)) return refuse({ code: 'redirect_loop' })
  await upsertRedirects(trx, new Map(comparison.changes.map(({ path, after }) => [path, after])))
  const { added, changed } = comparison
  await recordAction(trx, actor, {
    action: 'redirect.imported',
    subject: { kind: 'redirect', id: 'all' },
    before: { changed: comparison.changes.flatMap(({ path, before }) => (before === null ? [] : [[path, before]])) },
    after: { added, changed },
  })
  return { ok: true, ...comparison }
}

/** Reports whether any of the new redirects would not lead to a page. */
async function findLoop(redirects: readonly RedirectRow[], added: ReadonlyMap<string, string>): Promise<boolean> {
  const targets = new Map([...redirects.map(({ path, target }) => [path, target] as const), ...added])
  for (const path of targets.keys()) {
    if ((await followRedirects(path, (from) => targets.get(from))) === undefined) return true
  }
  return false
}
