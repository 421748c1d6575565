import { sql } from 'kysely'
import type { FinderAnswer } from '#contract/content/finder.ts'
import { availableStock } from '#server/platform/database/available-stock.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { type CardRow, cardColumns, cardJoins, representsFamily } from './card.queries.ts'

/** A category or a family says more about a product than one of its tags. */
const STRONG = 5
const WEAK = 2

const fitsCategory = ({ category_id }: FinderAnswer) =>
  category_id === null
    ? sql`false`
    : sql`coalesce(p.category_id in (select id from categories where ${category_id}::int in (id, parent_id)), false)`
const fitsFamily = ({ family_id }: FinderAnswer) =>
  family_id === null ? sql`false` : sql`coalesce(p.family_id = ${family_id}::int, false)`
const fitsTags = ({ tags }: FinderAnswer) =>
  tags.length === 0
    ? sql`false`
    : sql`exists (select from unnest(p.tags) tag where lower(tag) = any(${tags.map((tag) => tag.toLowerCase())}::text[]))`

/** Finds the products that fit the answers best, at most one of a family; `fits` is in the order of the answers. */
export async function findSuggested(
  db: Database,
  answers: readonly FinderAnswer[],
  limit: number,
): Promise<(CardRow & { fits: boolean[] })[]> {
  const fits = answers.map((answer) => sql`(${fitsCategory(answer)} or ${fitsFamily(answer)} or ${fitsTags(answer)})`)
  const scores = answers.map(
    (answer) => sql`case when ${fitsCategory(answer)} or ${fitsFamily(answer)} then ${sql.lit(STRONG)} else 0 end
      + case when ${fitsTags(answer)} then ${sql.lit(WEAK)} else 0 end`,
  )
  const { rows } = await sql<CardRow & { fits: boolean[] }>`
    with suggested as (
      select p.id, array[${sql.join(fits)}] as fits, ${sql.join(scores, sql` + `)} as score,
        coalesce(${availableStock('p')}, 1) = 0 as is_sold_out
      from products p where p.active and ${representsFamily()}
    )
    select ${cardColumns}, suggested.fits from suggested join products p on p.id = suggested.id ${cardJoins()}
    where score > 0 order by score desc, is_sold_out, p.featured_position, p.id limit ${limit}`.execute(db)
  return rows
}
