import { sql } from 'kysely'
import type { Month } from '#domain/calendar/month.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { copyOutWithClient } from '#server/platform/database/copy-out.ts'
import type { DedicatedConnection } from '#server/platform/database/dedicated-connection.ts'

/** Finds months from which a previously enrolled member has another sponsor. */
export async function findMonthsOfMoves(trx: Transaction, after: Month): Promise<string[]> {
  const { rows } = await sql<{ from_month: string }>`
    select distinct from_month from sponsorships moved where from_month > ${after} and exists (
      select from sponsorships before where member_id = moved.member_id and from_month < moved.from_month)
     order by from_month`.execute(trx)
  return rows.map(({ from_month }) => from_month)
}

export async function findMaxMemberId(trx: Transaction): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(member_id) as id from sponsorships`.execute(trx)
  return rows[0]?.id ?? 0
}

/** Reads each member with the effective sponsor of a month, or the latest one; from the primary key, without a sort. */
export const readEdges = (
  { client }: DedicatedConnection,
  until: Month | undefined,
  onEdge: (member: number, sponsor: number) => void,
): Promise<void> =>
  copyOutWithClient(
    client,
    `select distinct on (member_id) member_id, coalesce(sponsor_id, -1) from sponsorships
      ${until === undefined ? '' : `where from_month <= '${until}'`} order by member_id, from_month desc`,
    ['int4', 'int4'],
    ({ numbers }) => onEdge(numbers[0] as number, numbers[1] as number),
  )
