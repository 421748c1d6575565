import { sql } from 'kysely'
import { type Month, month } from '#domain/calendar/month.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { copyOut, type RowSource, splitIdRange } from '#server/platform/database/copy-out.ts'

export async function findMonthsClosedHere(db: Database): Promise<{ month: Month; hash: Buffer | null }[]> {
  const rows = await db
    .selectFrom('months')
    .select(['month', 'inputs_hash'])
    .where('closed_at', 'is not', null)
    .where('closed_externally', '=', false)
    .orderBy('month')
    .execute()
  return rows.map((row) => ({ month: month(row.month), hash: row.inputs_hash }))
}

export type ComputedFigures = {
  level: number
  salesBonusCents: number
  levelBonusCents: number
  nextLegs: number
  nextLevelCents: number
}

/** Reads those card figures of a closed month that are computed from its inputs, by member index. */
export async function readComputedFigures(
  source: RowSource,
  value: Month,
  each: (memberId: number, figures: ComputedFigures) => void,
): Promise<void> {
  const { last } = await source.db
    .selectFrom('cards')
    .select(({ fn }) => fn.coalesce(fn.max('member_index'), sql<number>`-1`).as('last'))
    .where('month', '=', value)
    .executeTakeFirstOrThrow()
  for (const [after, to] of splitIdRange(source.engine, 0, last)) {
    const query = `select member_id, level, sales_bonus_cents, level_bonus_cents, next_legs, next_level_cents from cards
      where month = '${value}' and member_index > ${after} and member_index <= ${to} order by member_index`
    await copyOut(source, query, ['int4', 'int2', 'int8', 'int8', 'int4', 'int8'], ({ numbers }) => {
      const [id, level, salesBonusCents, levelBonusCents, nextLegs, nextLevelCents] = numbers as unknown as number[]
      each(id as number, { level, salesBonusCents, levelBonusCents, nextLegs, nextLevelCents } as ComputedFigures)
    })
  }
}
