import type { FastifyReply } from 'fastify'
import { sendCsv } from '#server/http/send-csv.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Actor } from './actor.ts'
import type { AuditEntry } from './entry.ts'
import { recordAction } from './record-action.ts'

/**
 * Sends rows as a CSV export for staff. Records the export before reading the first row, in a separate transaction,
 * because even an aborted export has revealed data.
 */
export async function sendExport(
  db: Database,
  reply: FastifyReply,
  { actor, entry, name, lines }: { actor: Actor; entry: AuditEntry; name: string; lines: AsyncIterable<string> },
): Promise<FastifyReply> {
  await inTransaction(db, (trx) => recordAction(trx, actor, entry))
  return sendCsv(reply, name, lines)
}
