import { sql } from 'kysely'
import type { Faults } from '#server/platform/csv/refuse-faults.ts'

/** A handle that occurs in two places of the file. */
export const repeatedHandleFaults = (staged: string): Faults =>
  sql`select (array_agg(line order by line))[2], 'Handle',
      format('“%s” is the handle of line %s too; the rows of a product follow one another.', handle, min(line))
    from ${sql.table(staged)} group by handle having count(*) > 1`

/** A barcode that two products of the file have. */
export const repeatedBarcodeFaults = (staged: string): Faults =>
  sql`select (array_agg(line order by line))[2], 'Variant Barcode',
      format('“%s” is the barcode of line %s too; a barcode is one product’s.', barcode, min(line))
    from ${sql.table(staged)} where barcode is not null group by barcode having count(*) > 1`

/** A barcode of a product that the file leaves as it is. */
export const takenBarcodeFaults = (staged: string): Faults =>
  sql`select staged.line, 'Variant Barcode', format('“%s” is the barcode of “%s” already.', p.barcode, p.name)
    from ${sql.table(staged)} staged join products p on p.barcode = staged.barcode
   where not exists (select from ${sql.table(staged)} own where own.handle = p.handle)`
