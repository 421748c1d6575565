import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findAttachmentName } from './post.queries.ts'

/**
 * Finds the original name of a stored attachment; undefined if there is none that this visitor may see (docs/product
 * §11.6).
 */
export const readAttachmentName = (
  db: Database,
  file: string,
  userId: UserId | undefined,
): Promise<string | undefined> => findAttachmentName(db, file, userId)
