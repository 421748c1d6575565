import type { AdminResponse } from '#contract/admin-calls.ts'
import { foldedWords, foldForSearch } from '#domain/text/search-fold.ts'
import { ApiError } from '#web/api/api.ts'

export type MailTextRow = AdminResponse<'mailTexts'>['data'][number]
export type MailText = AdminResponse<'mailText'>
export type Texts = MailText['default']

const GROUPS: Record<MailTextRow['group'], string> = {
  orders: 'Orders',
  accounts: 'Accounts',
  members: 'Members',
  posts: 'Posts and comments',
  staff: 'Staff and store',
}

/** Groups in display order with the emails that match every search word; empty groups are omitted. */
export function groupEmails(mails: readonly MailTextRow[], search: string) {
  const searchWords = foldedWords(search)
  const matches = ({ mail, name, description, subject }: MailTextRow) => {
    const text = foldForSearch(`${mail} ${name} ${description} ${subject}`)
    return searchWords.every((word) => text.includes(word))
  }
  return (Object.keys(GROUPS) as MailTextRow['group'][])
    .map((group) => ({ title: GROUPS[group], mails: mails.filter((mail) => mail.group === group && matches(mail)) }))
    .filter(({ mails }) => mails.length > 0)
}

/** Returns the current text from a conflict response; undefined for any other error. */
export function conflictingText(error: unknown): MailText | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  return error.problem?.mail_text as MailText | undefined
}

/** Placeholder syntax for the text; a link includes its label. */
export const placeholderText = ({ name, kind, label }: MailText['placeholders'][number]): string =>
  kind === 'link' ? `{${name}: ${label ?? ''}}` : `{${name}}`

export const placeholderKinds: Record<MailText['placeholders'][number]['kind'], string> = {
  words: 'within a sentence',
  part: 'alone on a line',
  link: 'a link, alone on a line',
}
