import {
  type ContentDocument,
  type DocumentBody,
  type DocumentContent,
  type DocumentKey,
  type SingleKind,
  singleKinds,
} from '#contract/content/documents.ts'
import type { PageBody } from '#contract/content/page.ts'
import { withPresentPictures } from '#server/content/uploads/library-pictures.ts'
import { hashToken } from '#server/platform/crypto/token.ts'
import type { Database } from '#server/platform/database/connection.ts'
import {
  findCurrentTime,
  findDocument,
  findDocuments,
  findPreview,
  findPublished,
  findPublishedBody,
} from './document.queries.ts'
import { defaultContent, isSingleKind, readContent, rulesOf } from './document-kinds.ts'
import { findDeadLinks } from './find-dead-links.ts'
import { type PresentedDocument, presentDefault, presentDocument } from './present-document.ts'

/** Reads the document with its newest version, for its editors. */
export async function readDocument(db: Database, key: DocumentKey): Promise<ContentDocument | undefined> {
  const row = await findDocument(db, key)
  const document = row ? presentDocument(row) : isSingleKind(key) ? presentDefault(key) : undefined
  if (!document) return undefined
  const { kind, body } = document.content
  const dead_links = await findDeadLinks(db, rulesOf(kind).links(body))
  return withPresentPictures(db, { ...document, dead_links })
}

/** Lists the single documents, then the pages by title. */
export async function listDocuments(db: Database): Promise<PresentedDocument[]> {
  const documents = (await findDocuments(db)).map(presentDocument)
  const singles = singleKinds.map((kind) => documents.find((row) => row.kind === kind) ?? presentDefault(kind))
  const pages = documents.filter(({ kind }) => kind === 'page')
  return [...singles, ...pages.sort((a, b) => a.title.localeCompare(b.title))]
}

/** Reads what visitors see of a single document: the published version, otherwise the kind's default. */
export async function readPublished<Kind extends SingleKind>(db: Database, kind: Kind): Promise<DocumentBody<Kind>> {
  const published = await findPublishedBody(db, kind, '')
  const content = published ? readContent(kind, published.body) : defaultContent(kind)
  return withPresentPictures(db, content.body as DocumentBody<Kind>)
}

/** The time by which items of documents begin and end in all processes. */
export const readNow = (db: Database): Promise<Date> => findCurrentTime(db)

/** Reads a published page; undefined if there is none at this slug. */
export async function readPublishedPage(db: Database, slug: string): Promise<PageBody | undefined> {
  const published = await findPublishedBody(db, 'page', slug)
  return published && withPresentPictures(db, readContent('page', published.body).body as PageBody)
}

/** Lists the slugs of the published pages. */
export const listPublishedPages = async (db: Database): Promise<{ slug: string; publishedAt: Date }[]> =>
  (await findPublished(db, 'page')).map(({ slug, published_at }) => ({ slug, publishedAt: published_at }))

/** Reads what a preview link shows; undefined once it has ended. */
export async function readPreview(
  db: Database,
  token: string,
): Promise<{ content: DocumentContent; slug: string } | undefined> {
  const preview = await findPreview(db, hashToken(token))
  return (
    preview && { content: await withPresentPictures(db, readContent(preview.kind, preview.body)), slug: preview.slug }
  )
}
