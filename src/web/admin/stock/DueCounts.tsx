import { useState } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../api/query.ts'
import { useHasPermission } from '../api/session.tsx'
import { Button } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { AdjustDialog } from './AdjustDialog.tsx'
import { stockPath } from './StockList.tsx'
import { formatOnHand } from './stock-labels.ts'

type Due = AdminResponse<'stockDue'>['data'][number]

/** Components to count because packages that may contain some were written off. */
export function DueCounts() {
  const due = useAdminQuery('stockDue')
  const canChange = useHasPermission('products.change')
  const [countingRow, setCountingRow] = useState<Due>()
  const countButton = (row: Due) => (
    <Button className="relative z-10" aria-label={`Count ${row.product_name}`} onClick={() => setCountingRow(row)}>
      Count…
    </Button>
  )
  return (
    <>
      <Loaded query={due}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="Nothing to count">
              Components appear here when packages that may contain them are written off.
            </Empty>
          ) : (
            <>
              <p className="max-w-text pb-3 text-muted">
                Packages no longer have their own stock, so what was left was written off. Unpack them, count the
                components and save the counts.
              </p>
              <DataTable
                label="Components to count"
                rows={data}
                columns={canChange ? [...columns, { id: 'do', header: '', end: true, cell: countButton }] : columns}
                idOf={({ package_id, product_id }) => `${package_id}-${product_id}`}
                mobileRow={(row) => (
                  <div className="flex items-center justify-between gap-3">
                    <span className="min-w-0">
                      <ProductLink row={row} />
                      <span className="block text-small text-muted">
                        {formatOnHand(row.stock)} · {row.written_off} of {row.package_name} written off
                      </span>
                    </span>
                    {canChange && countButton(row)}
                  </div>
                )}
              />
            </>
          )
        }
      </Loaded>
      {countingRow && (
        <AdjustDialog
          kind="count"
          product={{ ...countingRow, name: countingRow.product_name }}
          onClose={() => setCountingRow(undefined)}
        />
      )}
    </>
  )
}

const ProductLink = ({ row: { product_id, product_name } }: { row: Due }) => (
  <PageLink to={stockPath(product_id)} data-row-link className="text-link tap-target">
    {product_name}
  </PageLink>
)

const columns: readonly DataColumn<Due>[] = [
  { id: 'name', header: 'Component', cell: (row) => <ProductLink row={row} /> },
  { id: 'stock', header: 'On hand', end: true, cell: ({ stock }) => stock ?? 'not tracked' },
  { id: 'package', header: 'Package', cell: ({ package_name }) => package_name },
  { id: 'written_off', header: 'Packages written off', end: true, cell: ({ written_off }) => written_off },
]
