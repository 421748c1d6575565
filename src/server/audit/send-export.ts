import type { FastifyReply } from 'fastify'
import { sendCsv } from '#server/http/send-csv.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Actor } from './actor.ts'
import type { AuditEntry } from './entry.ts'
import { recordAction } from './record-action.ts'

/**
 * Rows that staff take out of the shop as a CSV file. It is written down before the first of them is read: also an
 * export that is broken off has shown something; so it has a transaction of its own.
 */
export async function sendExport(
  db: Database,
  reply: FastifyReply,
  { actor, entry, name, lines }: { actor: Actor; entry: AuditEntry; name: string; lines: AsyncIterable<string> },
): Promise<FastifyReply> {
  await inTransaction(db, (trx) => recordAction(trx, actor, entry))
  return sendCsv(reply, name, lines)
}
