import { readFile } from 'node:fs/promises'
import { changeMailText, type MailTextChange } from '#server/mail/change-mail-text.ts'
import { mailTextErrorMessage } from '#server/mail/fault-message.ts'
import { findTextOf } from '#server/mail/find-mail-text.ts'
import { listMailTexts } from '#server/mail/list-mail-texts.ts'
import { isMailTextKey, type MailTextKey, mailTexts } from '#server/mail/mail-texts.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type CommandContext, UserError } from './command.ts'

/** `mail<TAB>changed or default<TAB>subject<TAB>meaning`, one mail per line. */
export async function listMailTextsCommand(context: CommandContext): Promise<number> {
  for (const { mail, is_changed, subject, meaning } of await listMailTexts(context.connection.db)) {
    context.say([mail, is_changed ? 'changed' : 'default', subject, meaning].join('\t'))
  }
  return 0
}

/** Prints a text in the format of `set`: the subject in the first line, then the text. */
export async function showMailText(context: CommandContext, given: string): Promise<number> {
  const { subject, body } = await findTextOf(context.connection.db, mailTexts[requireKey(given)])
  context.say(`${subject}\n\n${body}`)
  return 0
}

export async function setMailText(
  context: CommandContext,
  given: string,
  file: string,
  { reason }: { reason?: string },
): Promise<number> {
  const mail = requireKey(given)
  const content = await readFile(context.pathOf(file), 'utf8').catch(() => {
    throw new UserError(`${file} cannot be read.`)
  })
  const [subject = '', ...lines] = content.replaceAll('\r\n', '\n').split('\n')
  await change(context, { mail, text: { subject, body: lines.join('\n') }, reason })
  context.say(`${mail} was updated.`)
  return 0
}

export async function resetMailText(
  context: CommandContext,
  given: string,
  { reason }: { reason?: string },
): Promise<number> {
  const mail = requireKey(given)
  await change(context, { mail, text: 'default', reason })
  context.say(`${mail} was reset to its default text.`)
  return 0
}

async function change(context: CommandContext, wanted: MailTextChange): Promise<void> {
  const changed = await inTransaction(context.connection.db, (trx) => changeMailText(trx, context.actor, wanted))
  if (changed.ok) return
  throw new UserError(
    changed.refusal.code === 'invalid'
      ? changed.refusal.faults.map(mailTextErrorMessage).join(' ')
      : `${wanted.mail} was changed in the meantime.`,
  )
}

function requireKey(given: string): MailTextKey {
  if (!isMailTextKey(given)) throw new UserError(`There is no email ${given}. "mail-text list" shows all of them.`)
  return given
}
