import type { ListedMessage, Message, MessageState } from '#contract/messages/admin-calls.ts'
import { listUserOrders } from '#server/orders/user-orders.ts'
import type { Database } from '#server/platform/database/connection.ts'
import {
  type Cursor,
  countOpenMessageRows,
  findAnswers,
  findMessage,
  findMessages,
  type ListedMessageRow,
} from './message.queries.ts'

const PAGE_SIZE = 50

type MessageFilter = { state?: MessageState | undefined; search: string; after?: string | undefined }

/** Lists a page of messages, newest first. */
export async function listMessages(
  db: Database,
  { after, ...filter }: MessageFilter,
): Promise<{ data: ListedMessage[]; next: string | null }> {
  const rows = await findMessages(db, filter, { after: parseCursor(after), limit: PAGE_SIZE + 1 })
  const page = rows.slice(0, PAGE_SIZE)
  return { data: page.map(presentListed), next: rows.length > PAGE_SIZE ? (page.at(-1)?.cursor ?? null) : null }
}

/** Reads a message with its answers; undefined if there is none. */
export async function readMessage(db: Database, id: number): Promise<Message | undefined> {
  const message = await findMessage(db, id)
  if (!message) return undefined
  const { body, user_id, email_confirmed, version, created_at, ...fields } = message
  const [answers, orders] = await Promise.all([
    findAnswers(db, message.id),
    // A typed address proves nothing about who wrote.
    user_id !== null && email_confirmed ? listUserOrders(db, user_id, 0) : undefined,
  ])
  return {
    ...fields,
    ...{ user_id, email_confirmed, excerpt: body, message: body },
    created_at: created_at.toISOString(),
    answers: answers.map((answer) => ({ ...answer, text: answer.body, sent_at: answer.sent_at.toISOString() })),
    orders: orders?.data ?? [],
    version: String(version),
  }
}

export const countOpenMessages = (db: Database): Promise<number> => countOpenMessageRows(db)

const presentListed = ({ created_at, ...row }: ListedMessageRow): ListedMessage => ({
  ...row,
  created_at: created_at.toISOString(),
})

/** In the format that the contract accepts: `1700000000000000~17`. */
function parseCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined
  const [micros = '0', id = '0'] = text.split('~')
  // Capped at the highest possible ID.
  return { micros, id: Math.min(Number(id), 2_147_483_647) }
}
