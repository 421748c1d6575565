import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import type { AdminQuery } from '#contract/admin-calls.ts'
import { adminUrl } from '../api/api.ts'
import { useHasPermission } from '../api/session.tsx'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/compact.ts'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { BulkDialog } from './BulkDialog.tsx'
import type { BulkAction, Selection } from './bulk-input.ts'
import type { ProductChoices } from './product-labels.ts'

type ProductFilter = AdminQuery<'productExport'>

/** The URL of an export has room for this many. */
const MAX_EXPORTED = 200

type BulkBarProps = {
  ids: readonly number[]
  /** Set when all products that match are selected, on every page. */
  isAll: boolean
  filter: ProductFilter
  /** Number of products that match, as shown. */
  total: string
  choices: ProductChoices | undefined
  /** Selects all that match; undefined if they all are on this page. */
  onSelectAll: (() => void) | undefined
  onClear: () => void
}

/** Bulk changes of the selected products, across pages of the list. */
export function BulkBar({ ids, isAll, filter, total, choices, onSelectAll, onClear }: BulkBarProps) {
  const [action, setAction] = useState<BulkAction>()
  const canChange = useHasPermission('products.change')
  // Outlives the dialog, so that its toast can undo the change.
  const undo = useAdminMutation('changeProducts', { successMessage: 'Change undone.' })
  if (ids.length === 0) return null
  const selection: Selection = isAll ? { filter } : { product_ids: [...ids] }
  const canExport = isAll || ids.length <= MAX_EXPORTED
  return (
    <>
      <section
        aria-label="Selected products"
        className="sticky bottom-4 print:hidden z-30 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-card border border-hairline bg-raised px-4 py-2 shadow-float"
      >
        <p className="figures pr-2 font-[560]">
          {isAll ? `All ${total} products` : `${ids.length} ${ids.length === 1 ? 'product' : 'products'}`}
        </p>
        {!isAll && onSelectAll && (
          <Button kind="quiet" onClick={onSelectAll}>
            Select all {total} that match
          </Button>
        )}
        {canChange && (
          <>
            <Button onClick={() => setAction({ kind: 'status', status: 'active' })}>Activate</Button>
            <Button onClick={() => setAction({ kind: 'status', status: 'archived' })}>Archive</Button>
            <Menu trigger={<Button>Change…</Button>}>
              <MenuItem onSelect={() => setAction({ kind: 'price_percent' })}>Price</MenuItem>
              <MenuItem onSelect={() => setAction({ kind: 'pv' })}>PV</MenuItem>
              <MenuItem onSelect={() => setAction({ kind: 'category' })}>Category</MenuItem>
              <MenuItem onSelect={() => setAction({ kind: 'vendor' })}>Vendor</MenuItem>
              <MenuItem onSelect={() => setAction({ kind: 'status', status: 'draft' })}>Back to draft</MenuItem>
            </Menu>
          </>
        )}
        {canExport ? (
          <a
            href={adminUrl('productExport', { query: isAll ? filter : { ids: ids.join(',') } })}
            download
            className={buttonClass('secondary')}
          >
            <Download size={16} aria-hidden />
            Export
          </a>
        ) : (
          <p className="text-muted">Up to {MAX_EXPORTED} can be exported; use a filter for more.</p>
        )}
        <Button kind="quiet" onClick={onClear}>
          Clear
        </Button>
      </section>
      {action && (
        <BulkDialog
          key={JSON.stringify(action)}
          initial={action}
          selection={selection}
          choices={choices}
          onUndo={(products) => undo.mutate({ body: { products, confirmed: true } })}
          onDone={onClear}
          onClose={() => setAction(undefined)}
        />
      )}
    </>
  )
}
