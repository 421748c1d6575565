import type { ContentDocument, DocumentKey, ListedDocument, SingleKind } from '#contract/content/documents.ts'
import type { DocumentRow } from './document.queries.ts'
import { defaultContent, readContent, rulesOf } from './document-kinds.ts'

/** Without the links, which only an editor needs. */
export type PresentedDocument = Omit<ContentDocument, 'dead_links'>

export function presentDocument(row: DocumentRow): PresentedDocument {
  const content = readContent(row.kind, row.body)
  const { title, path } = rulesOf(content.kind)
  return {
    document: row.kind === 'page' ? row.id : (row.kind as SingleKind),
    kind: row.kind,
    slug: row.slug,
    title: title(content.body),
    path: row.published_number === null ? null : path(row.slug),
    number: row.number,
    changed_at: row.made_at.toISOString(),
    changed_by: row.made_by,
    published_number: row.published_number,
    published_at: row.published_at?.toISOString() ?? null,
    scheduled_number: row.scheduled_number,
    scheduled_for: row.scheduled_for?.toISOString() ?? null,
    content,
    version: String(row.version),
  }
}

/** A single document that was never saved: visitors see its default. */
export function presentDefault(kind: SingleKind): PresentedDocument {
  const content = defaultContent(kind)
  const { title, path } = rulesOf(kind)
  return {
    document: kind satisfies DocumentKey,
    kind,
    slug: '',
    title: title(content.body),
    path: path(''),
    number: 0,
    changed_at: null,
    changed_by: null,
    published_number: null,
    published_at: null,
    scheduled_number: null,
    scheduled_for: null,
    content,
    version: '0',
  }
}

export const presentListed = ({ content: _content, version: _version, ...listed }: PresentedDocument): ListedDocument =>
  listed
