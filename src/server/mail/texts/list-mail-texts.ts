import type { MailText, MailTextRow } from '#contract/mail/texts.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { toTextVersion } from './change-mail-text.ts'
import { isValidText, toMailText } from './find-mail-text.ts'
import { findLastTextVersions, findTextVersions, type TextVersion } from './mail-text.queries.ts'
import { type MailTextKey, mailTexts } from './mail-texts.ts'
import { isOrderMail } from './preview-mail-text.ts'

const MAX_VERSIONS = 50

/** Lists every email of the shop, with its last change and whether its text differs from the default. */
export async function listMailTexts(db: Database): Promise<MailTextRow[]> {
  const last = new Map((await findLastTextVersions(db)).map((version) => [version.mail, version]))
  return (Object.keys(mailTexts) as MailTextKey[]).map((mail) => presentRow(mail, last.get(mail)))
}

/** Returns one email with its text, its default, its placeholders and its latest changes, newest first. */
export async function readMailText(db: Database, mail: MailTextKey): Promise<MailText> {
  const kind = mailTexts[mail]
  const versions = await findTextVersions(db, mail, MAX_VERSIONS)
  const [last] = versions
  const { subject, body } = toMailText(last) ?? kind
  return {
    ...presentRow(mail, last),
    version: toTextVersion(last),
    subject,
    body,
    default: { subject: kind.subject, body: kind.body },
    placeholders: Object.entries(kind.placeholders).map(([name, placeholder]) => ({
      name,
      kind: placeholder.kind,
      description: placeholder.meaning,
      required: placeholder.required,
      label: placeholder.kind === 'link' ? placeholder.label : null,
    })),
    supports_order: isOrderMail(mail),
    history: versions.map(({ version, made_at, made_by, reason, ...text }) => ({
      version,
      at: made_at.toISOString(),
      by: made_by,
      reason,
      text: toMailText(text) ?? null,
    })),
  }
}

function presentRow(mail: MailTextKey, last: TextVersion | undefined): MailTextRow {
  const { group, name, meaning, subject } = mailTexts[mail]
  const text = toMailText(last)
  return {
    mail,
    group,
    name,
    description: meaning,
    subject: text?.subject ?? subject,
    is_changed: text !== undefined,
    is_outdated: text !== undefined && !isValidText(mailTexts[mail], text),
    changed: last ? { at: last.made_at.toISOString(), by: last.made_by } : null,
  }
}
