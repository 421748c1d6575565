import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import type { Result } from '#domain/result.ts'
import { normalizeEmail } from '#domain/text/email-address.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import {
  type EraseGuestRefusal,
  type EraseRefusal,
  type ErasureResult,
  eraseGuest,
  eraseUser,
} from '#server/privacy/erase-personal-data.ts'
import { completeErasedList } from '#server/privacy/erased-list.ts'
import { findPerson } from '#server/privacy/find-person.ts'
import { removeErasedFiles } from '#server/privacy/remove-erased-files.ts'
import { writeExport } from '#server/privacy/write-export.ts'
import { type CommandContext, UserError } from './command.ts'

type Run = (command: (context: CommandContext) => Promise<number>) => Promise<void>

/** Adds `shop user export` and `shop user erase` (docs/back-office §4). */
export function addPersonalDataCommands(users: Command, run: Run): void {
  users
    .command('export <email> <file>')
    .description('writes all data about a person to a ZIP; a guest is identified by the email of the orders')
    .action((email: string, file: string) => run((context) => exportPerson(context, email, file)))
  users
    .command('erase <email>')
    .description("erases a person's identity permanently; orders remain as required for accounting")
    .requiredOption('--reason <text>', 'reason; it is stored, so it must not name the person')
    .action((email: string, { reason }: { reason: string }) => run((context) => erasePerson(context, email, reason)))
}

async function exportPerson(
  { connection, files, actor, resolvePath, print }: CommandContext,
  email: string,
  input: string,
) {
  const { db } = connection
  const person = await findPerson(db, email)
  if (!person) throw new UserError(`${email} has no account and no orders.`)
  // Recorded before any data is written.
  await inTransaction(db, (trx) =>
    recordAction(trx, actor, {
      action: 'member.exported',
      subject: person.user === null ? { kind: 'shop', id: 'guest orders' } : { kind: 'member', id: person.user },
    }),
  )
  const path = resolvePath(input)
  try {
    await pipeline(writeExport(db, files, person, new Date()), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new UserError(`${input} already exists.`)
    // A partial file would leave personal data behind unnoticed.
    await rm(path, { force: true })
    throw error
  }
  print(`Wrote all personal data of ${email} to ${input}. Keep it as safe as the shop itself.`)
  return 0
}

async function erasePerson({ connection, config, files, actor, print }: CommandContext, input: string, reason: string) {
  const { db } = connection
  const email = normalizeEmail(input)
  const person = await findPerson(db, email)
  if (!person) throw new UserError(errorMessage({ code: 'not_found' }, email))
  const { user } = person
  const done = await inTransaction(
    db,
    (trx): Promise<Result<{ erased: ErasureResult }, EraseRefusal | EraseGuestRefusal>> =>
      user === null ? eraseGuest(trx, actor, email, reason) : eraseUser(trx, actor, user, reason),
  )
  if (!done.ok) throw new UserError(errorMessage(done.refusal, email))
  await removeErasedFiles(files, config.dataDir, done.erased)
  await completeErasedList(db, config.erasedList)
  const orders = done.erased.orders === 1 ? 'One order stays' : `${done.erased.orders} orders stay`
  print(`Erased. ${orders} on record.`)
  return 0
}

function errorMessage(refusal: EraseRefusal | EraseGuestRefusal, email: string): string {
  switch (refusal.code) {
    case 'not_found':
    case 'guest_not_found':
      return `${email} has no account and no orders.`
    case 'already_erased':
      return 'They were already erased.'
    case 'email_has_account':
      return 'They registered in the meantime. Try again.'
    case 'own_money':
      return 'You refunded, credited, paid out or approved money of theirs, so another staff member must erase them.'
    case 'approval_pending':
      return 'A refund or payout of theirs is pending.'
    case 'reason_names_person':
      return 'The reason is stored in the audit log, so it must not name them.'
  }
}
