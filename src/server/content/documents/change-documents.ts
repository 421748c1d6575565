import { isDeepStrictEqual } from 'node:util'
import { MAX_CONTENT_PAGES } from '#contract/base/limits.ts'
import type { DocumentContent, DocumentKey } from '#contract/content/documents.ts'
import { contentPagePath } from '#contract/paths.ts'
import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { addRedirect } from '#server/content/redirects/change-redirects.ts'
import { linkContentFiles } from '#server/content/uploads/link-files.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { ContentDocumentId } from '#server/platform/database/tables.generated.ts'
import type { Services } from '#server/platform/services.ts'
import {
  countDocuments,
  type DocumentRow,
  findCurrentTime,
  findVersionBody,
  insertDocument,
  insertVersion,
  lockDocument,
  lockPages,
  setPublished,
  setScheduled,
  setSlug,
  setUnpublished,
} from './document.queries.ts'
import { isSingleKind, readContent, rulesOf } from './document-kinds.ts'

type Deps = Pick<Services, 'files'>
type Target = { document: DocumentKey; expectedVersion: string }
export type DocumentRefusal = Refusal<
  | 'not_found'
  | 'stale'
  | 'slug_taken'
  | 'slug_reserved'
  | 'too_many_pages'
  | 'nothing_to_publish'
  | 'schedule_in_past'
  | 'picture_not_found'
>

/** URLs below `/pages/` that lead to other pages (catalog/old-addresses.routes.ts). */
const RESERVED_SLUGS: readonly string[] = ['about-us', 'contact-us', 'faq', 'faqs', 'terms-of-service']

const record = (
  trx: Transaction,
  actor: Actor,
  action: string,
  { id, kind, slug }: Pick<DocumentRow, 'id' | 'kind' | 'slug'>,
  after: Record<string, unknown>,
) =>
  recordAction(trx, actor, {
    action: `content.${action}`,
    subject: { kind: 'content', id },
    after: { document: slug || kind, ...after },
  })

/** Locks the document and checks that it is as the editor saw it. */
async function lockExpected(
  trx: Transaction,
  { document: key, expectedVersion }: Target,
): Promise<Result<{ row: DocumentRow }, Refusal<'not_found' | 'stale'>>> {
  const row = await lockDocument(trx, key)
  if (!row) return refuse({ code: isSingleKind(key) && expectedVersion !== '0' ? 'stale' : 'not_found' })
  return String(row.version) === expectedVersion ? { ok: true, row } : refuse({ code: 'stale' })
}

/** Adds a page as a draft. */
export async function addPage(
  trx: Transaction,
  actor: Actor,
  { slug, content }: { slug: string; content: Extract<DocumentContent, { kind: 'page' }> },
  deps: Deps,
): Promise<
  Result<{ id: ContentDocumentId }, Refusal<'slug_taken' | 'slug_reserved' | 'too_many_pages' | 'picture_not_found'>>
> {
  if (RESERVED_SLUGS.includes(slug)) return refuse({ code: 'slug_reserved' })
  await lockPages(trx)
  if ((await countDocuments(trx, 'page')) >= MAX_CONTENT_PAGES) return refuse({ code: 'too_many_pages' })
  const id = await insertDocument(trx, 'page', slug)
  if (id === undefined) return refuse({ code: 'slug_taken' })
  const linked = await linkPictures(trx, id, content, deps)
  if (!linked.ok) return linked
  await insertVersion(trx, id, { body: content.body, madeBy: formatActorName(actor) })
  await record(trx, actor, 'added', { id, kind: 'page', slug }, { title: content.body.title })
  return { ok: true, id }
}

/** Appends a draft with cleaned content. The same content again adds nothing. */
export async function saveDraft(
  trx: Transaction,
  actor: Actor,
  { document, content, expectedVersion }: Target & { content: DocumentContent },
  deps: Deps,
): Promise<Result<NoValue, Refusal<'not_found' | 'stale' | 'picture_not_found'>>> {
  const isFirst = isSingleKind(document) && (await insertDocument(trx, document, ''))
  if (isFirst) {
    if (content.kind !== document) return refuse({ code: 'not_found' })
    if (expectedVersion !== '0') return refuse({ code: 'stale' })
    return append(trx, actor, { id: isFirst, kind: document, slug: '' }, { content }, deps)
  }
  const locked = await lockExpected(trx, { document, expectedVersion })
  if (!locked.ok) return locked
  const { row } = locked
  if (content.kind !== row.kind) return refuse({ code: 'not_found' })
  if (isDeepStrictEqual(content.body, readContent(row.kind, row.body).body)) return { ok: true }
  return append(trx, actor, row, { content }, deps)
}

async function append(
  trx: Transaction,
  actor: Actor,
  row: Pick<DocumentRow, 'id' | 'kind' | 'slug'>,
  { content, restoredFrom = null }: { content: DocumentContent; restoredFrom?: number | null },
  deps: Deps,
): Promise<Result<NoValue, Refusal<'picture_not_found'>>> {
  const linked = await linkPictures(trx, row.id, content, deps)
  if (!linked.ok) return linked
  const number = await insertVersion(trx, row.id, { body: content.body, madeBy: formatActorName(actor), restoredFrom })
  if (restoredFrom === null) await record(trx, actor, 'saved', row, { version: number })
  else await record(trx, actor, 'restored', row, { version: number, restored_from: restoredFrom })
  return { ok: true }
}

const linkPictures = (
  trx: Transaction,
  documentId: ContentDocumentId,
  { kind, body }: DocumentContent,
  deps: Deps,
): Promise<Result<NoValue, Refusal<'picture_not_found'>>> =>
  linkContentFiles(trx, { documentId, pictures: rulesOf(kind).pictures(body) }, deps)

/** Shows the newest version to visitors. Also cancels a scheduled publication. */
export async function publish(
  trx: Transaction,
  actor: Actor,
  target: Target,
): Promise<Result<NoValue, Refusal<'not_found' | 'stale' | 'nothing_to_publish'>>> {
  const locked = await lockExpected(trx, target)
  if (!locked.ok) return locked
  const { row } = locked
  if (row.published_number === row.number) return refuse({ code: 'nothing_to_publish' })
  await setPublished(trx, row.id, {
    number: row.number,
    nextChangeAt: findNextChange(row.kind, row.body, await findCurrentTime(trx)),
  })
  await record(trx, actor, 'published', row, { version: row.number })
  return { ok: true }
}

export const findNextChange = (kind: string, body: unknown, now: Date): Date | null => {
  const content = readContent(kind, body)
  return rulesOf(content.kind).nextChange?.(content.body, now) ?? null
}

/** Publishes the newest version later. */
export async function schedule(
  trx: Transaction,
  actor: Actor,
  { at, ...target }: Target & { at: Date },
): Promise<Result<NoValue, Refusal<'not_found' | 'stale' | 'nothing_to_publish' | 'schedule_in_past'>>> {
  const locked = await lockExpected(trx, target)
  if (!locked.ok) return locked
  const { row } = locked
  if (row.published_number === row.number) return refuse({ code: 'nothing_to_publish' })
  if (at <= (await findCurrentTime(trx))) return refuse({ code: 'schedule_in_past' })
  await setScheduled(trx, row.id, { number: row.number, at })
  await record(trx, actor, 'scheduled', row, { version: row.number, at: at.toISOString() })
  return { ok: true }
}

export async function unschedule(
  trx: Transaction,
  actor: Actor,
  target: Target,
): Promise<Result<NoValue, Refusal<'not_found' | 'stale' | 'nothing_to_publish'>>> {
  const locked = await lockExpected(trx, target)
  if (!locked.ok) return locked
  const { row } = locked
  if (row.scheduled_number === null) return refuse({ code: 'nothing_to_publish' })
  await setScheduled(trx, row.id, null)
  await record(trx, actor, 'unscheduled', row, { version: row.scheduled_number })
  return { ok: true }
}

/** Takes a page off the shop. */
export async function unpublish(
  trx: Transaction,
  actor: Actor,
  target: Target,
): Promise<Result<NoValue, Refusal<'not_found' | 'stale' | 'nothing_to_publish'>>> {
  const locked = await lockExpected(trx, target)
  if (!locked.ok) return locked
  const { row } = locked
  if (row.published_number === null || row.kind !== 'page') return refuse({ code: 'nothing_to_publish' })
  await setUnpublished(trx, row.id)
  await record(trx, actor, 'unpublished', row, { version: row.published_number })
  return { ok: true }
}

/** Appends a copy of an earlier version as a draft. */
export async function restore(
  trx: Transaction,
  actor: Actor,
  { number, ...target }: Target & { number: number },
  deps: Deps,
): Promise<Result<NoValue, Refusal<'not_found' | 'stale' | 'picture_not_found'>>> {
  const locked = await lockExpected(trx, target)
  if (!locked.ok) return locked
  const { row } = locked
  const version = await findVersionBody(trx, row.id, number)
  if (!version) return refuse({ code: 'not_found' })
  const content = readContent(row.kind, version.body)
  return append(trx, actor, row, { content, restoredFrom: number }, deps)
}

/** Moves a page to another URL. The former one of a published page redirects, unless there are too many redirects. */
export async function movePage(
  trx: Transaction,
  actor: Actor,
  { slug, ...target }: Target & { slug: string },
): Promise<Result<NoValue, Refusal<'not_found' | 'stale' | 'slug_taken' | 'slug_reserved'>>> {
  const locked = await lockExpected(trx, target)
  if (!locked.ok) return locked
  const { row } = locked
  if (row.kind !== 'page') return refuse({ code: 'not_found' })
  if (row.slug === slug) return { ok: true }
  if (RESERVED_SLUGS.includes(slug)) return refuse({ code: 'slug_reserved' })
  await lockPages(trx)
  if (!(await setSlug(trx, row.id, row.kind, slug))) return refuse({ code: 'slug_taken' })
  if (row.published_number !== null) {
    await addRedirect(trx, actor, { path: contentPagePath(row.slug), target: contentPagePath(slug) })
  }
  await record(trx, actor, 'moved', row, { slug })
  return { ok: true }
}
