import type { Tables } from '#server/platform/database/tables.generated.ts'
import { accountDecisions } from './account-decisions.queries.ts'
import type { Decision } from './decision.ts'
import { orderDecisions } from './order-decisions.queries.ts'
import { otherTables } from './other-tables.ts'

/**
 * What every table means for a person who asks for their data, or to be erased (docs/back-office §4): export and erasing
 * are made from this, and a table or column that is missing does not compile, or fails decisions.db.test.ts.
 *
 * How to decide for a new one: if no row is about a member or customer, it goes to `other-tables.ts`, with the reason.
 * Else to `account-decisions` or `order-decisions`, above the tables it refers to: `of` says which rows are a person's,
 * `erase` what happens to them. What the books need stays, every text that somebody wrote is `erased`, a secret `wiped`;
 * a trigger that refuses changes lets
 * that one pass by `is_erasure` (db/migrations). Files of a row are those that
 * `stored_files` has. What mails are about is said in `mails-about.ts`, what audit entries are about in
 * `audit-subjects.queries.ts`.
 */
export const decisions: Record<keyof Tables, Decision> = {
  ...accountDecisions,
  ...orderDecisions,
  ...otherTables,
}
