import type { Database } from '#server/platform/database/connection.ts'
import { draftMail, type MailDraft, mailTexts, neededPart, paragraphs } from '#server/platform/mail/mail-text.ts'
import type { Services } from '#server/platform/services.ts'
import { listWaitingApprovals } from '#server/staff/waiting-approvals.ts'
import { listMails } from './list-mails.ts'
import { listWaitingOrders } from './waiting-orders.ts'

/** A line for each thing that waits for staff, in plain words. */
export type TodoSource = (db: Database) => Promise<string[]>

/** Everything that goes to staff until they have a dashboard; a room adds its own here (docs/back-office §1). */
const sources: readonly TodoSource[] = [listWaitingApprovals, listWaitingOrders, listUndeliveredMails]

async function listUndeliveredMails(db: Database): Promise<string[]> {
  const { undelivered } = await listMails(db)
  return undelivered.length === 0
    ? []
    : [`Mails that could not be sent: ${undelivered.length}. "mails list" shows them.`]
}

export async function listTodo(db: Database): Promise<string[]> {
  const lines: string[] = []
  for (const source of sources) lines.push(...(await source(db)))
  return lines
}

/** Undefined where nothing waits any more, or the shop has no email. */
export async function writeTodoMail({
  db,
  settings,
}: Pick<Services, 'db' | 'settings'>): Promise<MailDraft | undefined> {
  const to = settings.get('shop_email')
  const lines = to === '' ? [] : await listTodo(db)
  return lines.length === 0 ? undefined : todoMail(settings.get('shop_name'), to, lines)
}

export const todoMailTexts = mailTexts('staff', {
  todo: {
    name: 'What waits',
    meaning: 'To the shop, every morning on which something waits for staff',
    subject: 'What waits for you at {shop_name}',
    body: ['This waits for staff:', '{waiting}'],
    placeholders: { waiting: neededPart('A line for each thing that waits') },
  },
})

export const todoMail = (shop: string, to: string, lines: readonly string[]): MailDraft =>
  draftMail(todoMailTexts.todo, to, shop, { waiting: paragraphs(...lines) })
