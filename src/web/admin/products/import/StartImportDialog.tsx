import { useState } from 'react'
import { adminQuery } from '../../api/query.ts'
import { useAdminMutation } from '../../api/use-admin-mutation.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Checkbox } from '../../ui/fields.tsx'
import { usePageUrl } from '../../ui/use-page-url.ts'
import { countProducts } from '../product-labels.ts'
import { countImported, type ProductImport } from './import-labels.ts'

type StartImportDialogProps = { run: ProductImport; updatesStock: boolean; onClose: () => void }

/** Repeats the figures of the preview and starts the import. */
export function StartImportDialog({ run, updatesStock, onClose }: StartImportDialogProps) {
  const url = usePageUrl()
  const [isConfirmed, setConfirmed] = useState(false)
  const params = { import_id: run.import_id }
  const start = useAdminMutation('startProductImport', {
    hideErrorToast: true,
    answers: () => adminQuery('productImport', { params }).queryKey,
    onSuccess: () => url.change({ show: undefined, note: undefined, after: undefined }, { replace: true }),
  })
  const { added, changed, total } = countImported(run, updatesStock)
  const free = run.notes.becomes_free ?? 0
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Import ${countProducts(total)}?`}
      submit="Import"
      disabled={total === 0 || (free > 0 && !isConfirmed)}
      focusSubmit={free === 0}
      onSubmit={() =>
        start.mutateAsync({
          params,
          body: { expected_version: run.version, update_stock: updatesStock, confirmed: isConfirmed },
        })
      }
    >
      <ul className="grid list-disc gap-1 pl-5">
        {added > 0 && <li>{countProducts(added)} to add</li>}
        {changed > 0 && <li>{countProducts(changed)} to change</li>}
        {updatesStock && <li>Stock of {countProducts(run.counts.stock_differs)} to set</li>}
        {run.counts.refused > 0 && <li>{countProducts(run.counts.refused)} refused and left out</li>}
      </ul>
      {free > 0 && (
        <Checkbox
          label={`Sell ${countProducts(free)} for $0.00`}
          hint="Customers can then order them for nothing."
          checked={isConfirmed}
          onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
        />
      )}
      <p className="text-muted">You can undo the whole import until its products change again.</p>
    </FormDialog>
  )
}
