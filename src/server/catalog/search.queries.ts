import { type RawBuilder, sql } from 'kysely'
import type { WordFacts } from '#domain/catalog/search/correct-search.ts'
import type { SynonymGroup } from '#domain/catalog/search/expand-search.ts'
import type { TextQuery } from '#domain/catalog/search/text-query.ts'
import type { Database } from '#server/platform/database/connection.ts'

export type ProductSearch = { query: TextQuery; codes: readonly string[] }

const textQuery = (text: string) => sql`to_tsquery('english', ${text})`

/** A condition on a row `p` of `products`, for which there are indexes. */
export const matchesSearch = ({ query, codes }: ProductSearch): RawBuilder<unknown> =>
  codes.length === 0
    ? sql`p.search @@ ${textQuery(query.matches)}`
    : sql`(p.search @@ ${textQuery(query.matches)} or p.list_search like any(${codes.map((code) => `%${code}%`)}::text[]))`

/** The weights of the text's classes D to A: none, the description, brand and search words, the name. */
const WEIGHTS = '{0, 0.06, 0.4, 1}'

/**
 * How well a row `p` matches: SKUs first, then the sum over the parts of the search, where a name outweighs the brand and
 * the brand the description, and a whole word the beginning of one.
 */
export const searchRank = ({ query, codes }: ProductSearch): RawBuilder<unknown> =>
  sql.join(
    [
      ...query.units.flatMap(({ exact, beginning }) => [
        sql`ts_rank(${WEIGHTS}, p.search, ${textQuery(exact)})`,
        sql`0.3 * ts_rank(${WEIGHTS}, p.search, ${textQuery(beginning)})`,
      ]),
      sql`case when ts_filter(p.search, '{a}') @@ ${textQuery(query.whole)} then 1 else 0 end`,
      ...(codes.length === 0 ? [] : [codeRank(codes)]),
    ],
    sql` + `,
  )

const codeRank = (codes: readonly string[]) => sql`(
  select max(case when sku = code then 40 when starts_with(sku, code) then 30
      when strpos(' ' || sku, ' ' || code) > 0 then 20 when strpos(sku, code) > 0 then 10 else 0 end)
    from unnest(${codes}::text[]) code, normalize_for_search(p.sku) sku)`

/** All synonyms; a shop has a few hundred. */
export async function findSynonyms(db: Database): Promise<SynonymGroup[]> {
  const { rows } = await sql<{ terms: string[] }>`select terms from search_synonyms order by id`.execute(db)
  return rows.map(({ terms }) => terms.map((term) => term.split(' ')))
}

/** Number of similar words that are compared letter by letter. */
const MAX_NEAR = 12

/** Looks each word of a search up in the products of the shop. */
export async function findWordFacts(db: Database, words: readonly string[]): Promise<WordFacts[]> {
  // Materialized, so that it is planned for all matches: through the text index.
  const isSold = (word: RawBuilder<unknown>) =>
    sql`(with matching as materialized (
        select from products p where p.active and p.search @@ to_tsquery('english', ${word}))
      select exists (select from matching))`
  const { rows } = await sql<WordFacts>`
    select given.word, ${isSold(sql`given.word || ':*'`)} as known,
      array(select near.word from (
          select word, similarity(word, given.word) as similarity from search_words
           where word % given.word order by similarity desc, word limit ${MAX_NEAR}) near
        where ${isSold(sql`near.word`)} order by near.similarity desc, near.word) as near,
      (select array[start.word, rest.word] from generate_series(2, length(given.word) - 2) as position
         join search_words start on start.word = left(given.word, position)
         join search_words rest on rest.word = substr(given.word, position + 1)
        where ${isSold(sql`start.word || ' & ' || rest.word`)} order by position desc limit 1) as parts
    from unnest(${words}::text[]) with ordinality as given (word, place) order by given.place`.execute(db)
  return rows
}
