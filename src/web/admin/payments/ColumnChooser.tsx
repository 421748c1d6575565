import type { AdminResponse } from '#contract/admin-calls.ts'
import { SelectControl } from '#web/ui/fields.tsx'
import { type ColumnMapping, type ColumnRole, roleOf, withColumnRole } from './column-mapping.ts'

type ImportResponse = AdminResponse<'importBankTransactions'>

const ROLES: Record<ColumnRole, string> = {
  date: 'Day',
  amount: 'Amount',
  credit: 'Money in',
  debit: 'Money out',
  kind: 'Direction',
  status: 'Status',
  currency: 'Currency',
  payer: 'Payer',
  memo: 'Memo',
  id: 'Bank ID',
}

type ColumnChooserProps = {
  table: NonNullable<ImportResponse['table']>
  columns: NonNullable<ImportResponse['columns']>
  onColumns: (columns: ColumnMapping) => void
}

/** Shows the first rows of a CSV file with the assigned column roles; changing a role parses the file again. */
export function ColumnChooser({ table: { headings, rows }, columns, onColumns }: ColumnChooserProps) {
  const width = Math.max(headings?.length ?? 0, ...rows.map((row) => row.length))
  const numbers = Array.from({ length: width }, (_, index) => index + 1)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className="overflow-x-auto" tabIndex={0} aria-label="File columns">
      <table aria-label="First lines of the file" className="text-small">
        <thead className="text-left">
          <tr>
            {numbers.map((number) => {
              const heading = headings?.[number - 1] || `Column ${number}`
              return (
                <th key={number} scope="col" className="min-w-32 py-1 pr-2 align-bottom font-normal">
                  <span className="block truncate pb-1 text-muted">{heading}</span>
                  <SelectControl
                    aria-label={`Content of ${heading}`}
                    value={roleOf(columns, number) ?? ''}
                    onChange={(event) =>
                      onColumns(withColumnRole(columns, number, event.currentTarget.value as ColumnRole | ''))
                    }
                  >
                    <option value="">Ignore</option>
                    {Object.entries(ROLES).map(([role, label]) => (
                      <option key={role} value={role}>
                        {label}
                      </option>
                    ))}
                  </SelectControl>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file are never reordered
            <tr key={index}>
              {numbers.map((number) => (
                <td key={number} className="max-w-56 truncate border-t border-hairline py-1.5 pr-2 text-muted">
                  {row[number - 1]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
