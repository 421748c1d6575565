import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { SmtpServer } from '#server/platform/mail/smtp-server.ts'

export type StoredMailServer = {
  host: string
  port: number
  encryption: SmtpServer['encryption']
  user_name: string
  sealed_password: Buffer | null
}

export const findMailServer = (db: Database): Promise<StoredMailServer | undefined> =>
  db
    .selectFrom('mail_servers')
    .select(['host', 'port', 'user_name', 'sealed_password'])
    .select(sql<SmtpServer['encryption']>`encryption`.as('encryption'))
    .executeTakeFirst()

/** Serializes changes without blocking emails. */
export async function lockMailServer(trx: Transaction): Promise<void> {
  await sql`lock table mail_servers in share row exclusive mode`.execute(trx)
}

export async function storeMailServer(trx: Transaction, server: StoredMailServer): Promise<void> {
  await trx
    .insertInto('mail_servers')
    .values(server)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(server))
    .execute()
}

/** Stores the same password sealed again, unless it was changed in the meantime. */
export async function resealPassword(db: Database, before: Buffer, after: Buffer): Promise<void> {
  await db.updateTable('mail_servers').set({ sealed_password: after }).where('sealed_password', '=', before).execute()
}
