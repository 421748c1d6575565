import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { useAdminQuery } from '../../api/query.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Section } from '../../ui/Section.tsx'
import { StateDot } from '../../ui/StateDot.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { ImportUpload } from './ImportUpload.tsx'
import { describeCounts, type ProductImport, stateLabels } from './import-labels.ts'

type ListedImport = Pick<
  ProductImport,
  'import_id' | 'file_name' | 'state' | 'added' | 'changed' | 'requested_by' | 'requested_at'
>

/** Uploads a product file, and lists the imports of the last 30 days (docs/back-office §3, Products). */
export default function ProductImportsPage() {
  const imports = useAdminQuery('productImports')
  return (
    <>
      <PageHeader title="Import products" actions={<ButtonLink to={adminPaths.products}>All products</ButtonLink>} />
      <div className="grid grid-cols-1 gap-8">
        <div className="grid gap-4">
          <p className="max-w-text text-muted">
            Exports of Shopify, WooCommerce, BigCommerce, Squarespace, Wix and Etsy work as they are. Any other table
            needs a column “Handle”, which identifies the product. You see every change before anything is written.
          </p>
          <ImportUpload />
        </div>
        <Section title="Imports of the last 30 days">
          <Loaded query={imports}>
            {({ data }) =>
              data.length === 0 ? (
                <div className="pt-4">
                  <Empty title="No imports yet">Files that you import are listed here, and can be undone.</Empty>
                </div>
              ) : (
                <DataTable
                  label="Imports"
                  rows={data}
                  columns={columns}
                  idOf={({ import_id }) => String(import_id)}
                  hrefOf={({ import_id }) => fillPath(adminPaths.productImport, { import_id })}
                  mobileRow={mobileRow}
                />
              )
            }
          </Loaded>
        </Section>
      </div>
    </>
  )
}

const stateCell = ({ state }: ListedImport) => (
  <StateDot tone={stateLabels[state].tone}>{stateLabels[state].label}</StateDot>
)
const resultOf = ({ state, added, changed }: ListedImport): string =>
  state === 'imported' || state === 'failed' ? describeCounts(added, changed) : ''

const columns: readonly DataColumn<ListedImport>[] = [
  { id: 'file', header: 'File', cell: ({ file_name }) => <span className="wrap-anywhere">{file_name}</span> },
  { id: 'state', header: 'State', cell: stateCell },
  { id: 'result', header: 'Result', cell: resultOf },
  { id: 'by', header: 'Uploaded by', cell: ({ requested_by }) => requested_by },
  { id: 'at', header: 'Uploaded', cell: ({ requested_at }) => <TimeAgo at={requested_at} /> },
]

const mobileRow = (row: ListedImport) => (
  <span className="grid gap-0.5">
    <span className="font-[560] wrap-anywhere">{row.file_name}</span>
    <span className="flex flex-wrap items-center gap-x-3 text-small text-muted">
      {stateCell(row)}
      {resultOf(row) && <span>{resultOf(row)}</span>}
      <TimeAgo at={row.requested_at} />
    </span>
  </span>
)
