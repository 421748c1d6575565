import type { Tables } from '#server/platform/database/tables.generated.ts'
import { accountDecisions } from './account-decisions.queries.ts'
import type { Decision } from './decision.ts'
import { orderDecisions } from './order-decisions.queries.ts'
import { otherTables } from './other-tables.ts'

/**
 * Defines for every table how a person's data is exported and erased (docs/back-office §4). Export
 * and erasure are generated from this. A missing table or column does not compile or fails decisions.db.test.ts.
 *
 * To decide on a new table: if no row is about a member or customer, add it to `other-tables.ts` with the reason.
 * Otherwise add it to `account-decisions` or `order-decisions`, above the tables that it refers to. `where` selects a
 * person's rows; `erase` defines how they are erased. Data that the books need stays, every text that someone wrote is
 * `erased`, and a secret is `wiped`. A trigger that refuses changes must allow this one with `is_erasure`
 * (db/migrations). Files of a row are the ones in `stored_files`. The subjects of emails are in
 * `is-mail-about.ts`, those of audit entries in `audit-subjects.queries.ts`.
 */
export const decisions: Record<keyof Tables, Decision> = {
  ...accountDecisions,
  ...orderDecisions,
  ...otherTables,
}
