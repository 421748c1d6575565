import { checkMailText, type MailText } from '#domain/mail/mail-template.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { MailTextKind } from '#server/platform/mail/mail-text.ts'
import { findTextVersion } from './mail-text.queries.ts'

/**
 * The text by which a mail is written: the one that was stored last, by then where a day is given, else the default. One
 * that does not fit any more, since a newer version of the shop fills in something else, counts as the default.
 */
export async function findTextOf(db: Database, kind: MailTextKind, at: Date | null = null): Promise<MailText> {
  const stored = textOf(await findTextVersion(db, kind.key, at))
  return stored && fits(kind, stored) ? stored : kind
}

/** Undefined where the default counts. */
export const textOf = (version: { subject: string | null; body: string | null } | undefined): MailText | undefined =>
  version && version.subject !== null && version.body !== null
    ? { subject: version.subject, body: version.body }
    : undefined

export const fits = (kind: MailTextKind, text: MailText): boolean => checkMailText(text, kind.placeholders).length === 0
