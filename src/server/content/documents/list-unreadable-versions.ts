import { DocumentContent } from '#contract/content/documents.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findShownVersions } from './document.queries.ts'

/** Describes the newest, published and scheduled versions that do not fit the schema of their kind; empty if all do. */
export async function listUnreadableVersions(db: Database): Promise<string[]> {
  const versions = await findShownVersions(db)
  return versions
    .filter(({ kind, body }) => !DocumentContent.safeParse({ kind, body }).success)
    .map(({ id, kind, slug, number }) => `Content ${id} (${kind} ${slug}): version ${number} cannot be read.`)
}
