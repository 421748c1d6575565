import { TEXT_LIMIT } from '#contract/base/limits.ts'
import { type FileKind, readRowByRow } from '#server/platform/csv/import-file.ts'
import { MAX_CV_CENTS } from './order-row.ts'

const COLUMNS = ['order_no', 'returned_at', 'cv', 'pv'] as const

export const returnFile: FileKind<(typeof COLUMNS)[number]> = {
  columns: COLUMNS,
  required: ['order_no', 'returned_at', 'cv', 'pv'],
  staged: {
    line: 'integer',
    order_no: 'text collate "C"',
    returned_at: 'timestamptz',
    last_at: 'timestamptz',
    cv_cents: 'bigint',
    // Empty for a refund without goods.
    pv: 'integer',
  },
  read: readRowByRow((row) => {
    const returned = row.instant('returned_at')
    if (!returned) throw row.error('returned_at', 'returned_at is missing.')
    return [
      row.line,
      row.required('order_no', TEXT_LIMIT).trim(),
      new Date(returned.ms).toISOString(),
      new Date(returned.lastMs).toISOString(),
      row.amount('cv', MAX_CV_CENTS),
      row.count('pv'),
    ]
  }),
}
