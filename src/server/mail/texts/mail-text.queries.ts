import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'

export type TextVersion = {
  mail: string
  version: number
  subject: string | null
  body: string | null
  made_at: Date
  made_by: string
  reason: string
}

const COLUMNS = ['mail', 'version', 'subject', 'body', 'made_at', 'made_by', 'reason'] as const

/** Returns the latest version, or the latest one created by the given time. */
export function findTextVersion(
  db: Database | Transaction,
  mail: string,
  instant: Date | null,
): Promise<TextVersion | undefined> {
  let versions = db.selectFrom('mail_text_versions').select(COLUMNS).where('mail', '=', mail)
  if (instant) versions = versions.where('made_at', '<=', instant)
  return versions.orderBy('version', 'desc').limit(1).executeTakeFirst()
}

export const findTextVersions = (db: Database, mail: string, limit: number): Promise<TextVersion[]> =>
  db
    .selectFrom('mail_text_versions')
    .select(COLUMNS)
    .where('mail', '=', mail)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()

/** Returns the latest version for each email that has one. */
export async function findLastTextVersions(db: Database): Promise<TextVersion[]> {
  const { rows } = await sql<TextVersion>`
    select distinct on (mail) mail, version, subject, body, made_at, made_by, reason
      from mail_text_versions order by mail, version desc`.execute(db)
  return rows
}

/** Returns false if that version already exists. */
export async function addTextVersion(
  trx: Transaction,
  version: Pick<TextVersion, 'mail' | 'version' | 'subject' | 'body' | 'made_by' | 'reason'>,
): Promise<boolean> {
  const row = await trx
    .insertInto('mail_text_versions')
    .values(version)
    .onConflict((conflict) => conflict.constraint('mail_text_versions_pkey').doNothing())
    .returning('version')
    .executeTakeFirst()
  return row !== undefined
}

export type OrderToShow = {
  id: number
  shipmentId: number | null
  replacedVersion: number | null
  returnId: number | null
  /** Number of the latest credit note for goods that were not returned. */
  creditNote: number | null
}

/** Returns the data that emails of an order may refer to: of the given order, or of the latest one. */
export async function findOrderToShow(db: Database, orderId: number | undefined): Promise<OrderToShow | undefined> {
  const { rows } = await sql<OrderToShow>`
    select id, (select max(id) from shipments where order_id = orders.id) as "shipmentId",
           (select max(version) from order_versions where order_id = orders.id) as "replacedVersion",
           (select max(id) from goods_returns where order_id = orders.id) as "returnId",
           (select max(number) from credit_notes where order_id = orders.id and kind = 'adjustment') as "creditNote"
      from orders where ${orderId === undefined ? sql`true` : sql`id = ${orderId}`} order by id desc limit 1`.execute(
    db,
  )
  return rows[0]
}
