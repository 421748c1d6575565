import type { AdminResponse } from '#contract/admin-calls.ts'
import { foldedWords, foldForSearch } from '#domain/text/search-fold.ts'

export type MailTextRow = AdminResponse<'mailTexts'>['data'][number]
export type MailText = AdminResponse<'mailText'>
export type Texts = MailText['default']

const GROUPS: Record<MailTextRow['group'], string> = {
  orders: 'Orders',
  accounts: 'Accounts',
  members: 'Members',
  posts: 'Posts and comments',
  messages: 'Messages',
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

export const mailTextFacts = ({ changed }: MailText): Record<string, string> => ({ 'Changed by': changed?.by ?? '' })

/** Placeholder syntax for the text; a link includes its label. */
export const placeholderText = ({ name, kind, label }: MailText['placeholders'][number]): string =>
  kind === 'link' ? `{${name}: ${label ?? ''}}` : `{${name}}`

export const placeholderKinds: Record<MailText['placeholders'][number]['kind'], string> = {
  words: 'within a sentence',
  part: 'alone on a line',
  link: 'a link, alone on a line',
}
