import type { PayeeYear } from '#contract/compensation/admin-payouts.ts'
import { type Cents, formatPlainDollars } from '#domain/money/money.ts'
import { csvCell } from '#server/platform/csv/write-csv.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findPayeePage, type PayeeRow } from './payout.queries.ts'
import { presentPayee } from './present-payout.ts'

const PAGE = 50
const SLICE = 500

type PayeeQuery = { year: number; only?: 'reportable' | 'missing' | undefined; after?: string | undefined }

/** Lists the amount paid to each member in a year, the highest first (docs/back-office §5). */
export async function listPayees(
  db: Database,
  { year, only, after }: PayeeQuery,
  thresholdCents: Cents,
): Promise<{ data: PayeeYear[]; next: string | null }> {
  const [paidCents = 0, memberId = 0] = (after ?? '').split('.').map(Number)
  const rows = await findPayeePage(db, {
    year,
    fromCents: only === undefined ? undefined : thresholdCents,
    withoutForm: only === 'missing',
    after: after === undefined ? undefined : { cents: paidCents, memberId },
    limit: PAGE + 1,
  })
  const page = rows.slice(0, PAGE)
  const last = rows.length > PAGE ? page.at(-1) : undefined
  return {
    data: page.map((row) => presentPayee(row, thresholdCents)),
    next: last ? toCursor(last) : null,
  }
}

const toCursor = ({ paid_cents, member_id }: PayeeRow): string => `${paid_cents}.${member_id}`

/** Streams all payees as a CSV file. */
export async function* streamPayees(db: Database, year: number, thresholdCents: Cents): AsyncGenerator<string> {
  yield 'year,member_no,name,paid,to_report,w9_on\n'
  let last: PayeeRow | undefined
  do {
    const after: { cents: number; memberId: number } | undefined = last && {
      cents: last.paid_cents,
      memberId: last.member_id,
    }
    const rows = await findPayeePage(db, { year, fromCents: undefined, withoutForm: false, after, limit: SLICE })
    yield rows
      .map(
        ({ member_no, name, paid_cents, w9_on }) =>
          `${year},${csvCell(member_no)},${csvCell(name)},${formatPlainDollars(paid_cents)},${paid_cents >= thresholdCents ? 'yes' : 'no'},${w9_on ?? ''}\n`,
      )
      .join('')
    last = rows.length === SLICE ? rows.at(-1) : undefined
  } while (last)
}
