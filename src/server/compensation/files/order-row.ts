import { TEXT_LIMIT } from '#contract/base/limits.ts'
import { type FileKind, readRowByRow } from '#server/platform/csv/import-file.ts'
import type { Row } from '#server/platform/csv/row.ts'

/** The columns in the order of `export orders`. */
const COLUMNS = ['order_no', 'member_no', 'kind', 'completed_at', 'cv', 'pv', 'canceled_at'] as const
type Column = (typeof COLUMNS)[number]

const KINDS = ['own', 'customer'] as const
/** Just below ten billion dollars: sums of millions of such orders are still exact. */
export const MAX_CV_CENTS = 999_999_999_999

export const orderFile: FileKind<Column> = {
  columns: COLUMNS,
  required: ['order_no', 'member_no', 'kind', 'completed_at', 'cv', 'pv'],
  staged: {
    line: 'integer',
    order_no: 'text collate "C"',
    member_no: 'text collate "C"',
    customer: 'boolean',
    completed_at: 'timestamptz',
    month: 'text collate "C"',
    cv_cents: 'bigint',
    pv: 'integer',
    canceled_at: 'timestamptz',
  },
  read: readRowByRow((row) => {
    const memberNo = row.text('member_no', TEXT_LIMIT).trim()
    const completed = row.instant('completed_at')
    if (!completed) throw row.error('completed_at', 'completed_at is missing.')
    const pv = row.count('pv')
    if (pv === undefined) throw row.error('pv', 'pv is missing; write 0 for zero.')
    return [
      row.line,
      row.required('order_no', TEXT_LIMIT).trim(),
      memberNo === '' ? null : memberNo,
      row.requiredOneOf('kind', KINDS) === 'customer',
      completed.text,
      completed.month,
      row.amount('cv', MAX_CV_CENTS),
      pv,
      readCanceled(row, completed),
    ]
  }),
}

/**
 * To the millisecond, like all returns. A cancellation on the day of completion, without a time, is after the
 * completion.
 */
function readCanceled(row: Row<Column>, completed: { ms: number }): string | undefined {
  const canceled = row.instant('canceled_at')
  if (!canceled) return undefined
  if (canceled.lastMs < completed.ms) throw row.error('canceled_at', 'The order is canceled before it was completed.')
  return new Date(Math.max(canceled.ms, completed.ms)).toISOString()
}
