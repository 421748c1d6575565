import { sql } from 'kysely'
import type { Faults } from '#server/platform/csv/refuse-faults.ts'

/** A handle that occurs in two places of the file. */
export const repeatedHandleFaults = (staged: string): Faults =>
  sql`select (array_agg(line order by line))[2], 'Handle',
      format('“%s” is the handle of line %s too; the rows of a product follow one another.', handle, min(line))
    from ${sql.table(staged)} group by handle having count(*) > 1`
