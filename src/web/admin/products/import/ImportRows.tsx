import { useParams } from 'react-router'
import type { AdminQuery } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { formatDollars } from '#domain/money/money.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../../api/query.ts'
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx'
import { NextPageLink } from '../../ui/NextPageLink.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { usePageUrl } from '../../ui/use-page-url.ts'
import { describeRefusal, fieldLabel, type ImportRow } from './import-labels.ts'

/** Products of the file, filtered and paged by the URL. */
export function ImportRows({ filter }: { filter: Omit<AdminQuery<'productImportRows'>, 'after'> }) {
  const { import_id = '' } = useParams()
  const after = Number(usePageUrl().get('after')) || undefined
  const rows = useAdminQuery('productImportRows', {
    params: { import_id: Number(import_id) },
    query: { ...filter, ...(after && { after }) },
  })
  return (
    <Loaded query={rows}>
      {({ data, next }) =>
        data.length === 0 ? (
          <div className="pt-4">
            <Empty title="No products here" />
          </div>
        ) : (
          <>
            <DataTable
              label="Products of the file"
              rows={data}
              columns={columns}
              idOf={({ line }) => String(line)}
              mobileRow={mobileRow}
              isStale={rows.isPlaceholderData}
            />
            <NextPageLink next={next} />
          </>
        )
      }
    </Loaded>
  )
}

const outcomeLabels: Record<ImportRow['outcome'], string> = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  refused: 'Refused',
}

const ProductName = ({ row: { product_id, name, handle } }: { row: ImportRow }) => {
  const title = name || handle || 'No name'
  return (
    <span className="wrap-anywhere">
      {product_id === null ? (
        title
      ) : (
        <PageLink to={fillPath(adminPaths.product, { product_id })} className="text-link">
          {title}
        </PageLink>
      )}
      {handle !== '' && handle !== title && (
        <span className="block text-small font-normal text-muted wrap-anywhere">{handle}</span>
      )}
    </span>
  )
}

function Changes({ row }: { row: ImportRow }) {
  if (row.refusal) return <span className="text-danger wrap-anywhere">{describeRefusal(row.refusal)}</span>
  return (
    <div className="grid gap-0.5">
      {row.changes.length > 0 && (
        <dl className="grid gap-0.5 text-small wrap-anywhere">
          {row.changes.map(({ field, before, after }) => (
            <div key={field}>
              <dt className="inline font-[560]">{fieldLabel(field)}: </dt>
              <dd className="inline">
                <span className="text-muted">{before || 'None'}</span> → {after || 'None'}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {row.outcome === 'new' && row.price !== null && <span className="figures">{formatDollars(row.price)}</span>}
      {row.result === 'skipped' && <span className="text-small">Left as it is: it changed after the preview.</span>}
      {row.undo === 'archived' && <span className="text-small">Archived, because it has orders.</span>}
      {row.undo === 'refused' && <span className="text-small">Left as it is: it changed after the import.</span>}
    </div>
  )
}

const columns: readonly DataColumn<ImportRow>[] = [
  {
    id: 'product',
    header: 'Product',
    cell: (row) => <ProductName row={row} />,
    className: 'w-[38%] align-top',
  },
  { id: 'outcome', header: 'Outcome', cell: ({ outcome }) => outcomeLabels[outcome], className: 'align-top' },
  { id: 'changes', header: 'Changes', cell: (row) => <Changes row={row} />, className: 'w-1/2 align-top' },
  {
    id: 'line',
    header: 'Line',
    end: true,
    cell: ({ line }) => line.toLocaleString('en-US'),
    className: 'align-top',
  },
]

const mobileRow = (row: ImportRow) => (
  <div className="grid gap-1">
    <div className="flex items-baseline justify-between gap-3">
      <span className="font-[560]">
        <ProductName row={row} />
      </span>
      <span className="shrink-0 text-small text-muted">
        {outcomeLabels[row.outcome]} · line {row.line.toLocaleString('en-US')}
      </span>
    </div>
    <Changes row={row} />
  </div>
)
