import { useState } from 'react'
import { useAdminPages } from '../../api/query.ts'
import { useAdminMutation } from '../../api/use-admin-mutation.ts'
import { useConfirmation } from '../../api/use-confirmation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Checkbox } from '../../ui/fields.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { describeSource, labelOf, type ProductVersion } from './editor-labels.ts'
import type { ManagedProduct } from './product-draft.ts'

type ProductHistoryProps = {
  product: ManagedProduct
  canRestore: boolean
  /** Explains why nothing can be restored. */
  hasUnsaved: boolean
  onRestore: (restored: ManagedProduct) => void
  onClose: () => void
}

/** Every saved version: who, when, what, and a way back. */
export function ProductHistory({ product, canRestore, hasUnsaved, onRestore, onClose }: ProductHistoryProps) {
  const history = useAdminPages('productHistory', {}, { product_id: product.product_id })
  const [restoring, setRestoring] = useState<ProductVersion>()
  const versions = history.data?.pages.flatMap(({ data }) => data)
  return (
    <Dialog open onClose={onClose} title="History" variant="drawer">
      {hasUnsaved && <p className="pb-3 text-muted">Save or discard your changes to restore a version.</p>}
      <Loaded query={{ data: versions, error: history.error, refetch: history.refetch }}>
        {(listed) =>
          listed.length === 0 ? (
            <Empty title="No changes yet">Every change is listed here from now on.</Empty>
          ) : (
            <>
              <ol aria-label="Versions" className="divide-y divide-hairline">
                {listed.map((version) => (
                  <li key={version.version} data-row className="grid gap-1 py-3">
                    <div className="flex flex-wrap items-center justify-between gap-x-3">
                      <p>
                        {describeSource(version)} by {version.made_by},{' '}
                        <TimeAgo at={version.made_at} className="text-muted" />
                      </p>
                      {canRestore && String(version.version) !== product.version && (
                        <Button
                          kind="quiet"
                          aria-label={`Restore version ${version.version}`}
                          onClick={() => setRestoring(version)}
                        >
                          Restore
                        </Button>
                      )}
                    </div>
                    <dl className="grid gap-1 text-small break-words">
                      {version.changes.map(({ field, before, after }) => (
                        <div key={field}>
                          <dt className="inline font-[560]">{labelOf(field)}: </dt>
                          <dd className="inline">
                            <s className="text-muted">{before || 'None'}</s> {after || 'None'}
                          </dd>
                        </div>
                      ))}
                    </dl>
                  </li>
                ))}
              </ol>
              {history.hasNextPage && (
                <Button busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
                  Older versions
                </Button>
              )}
            </>
          )
        }
      </Loaded>
      {restoring && (
        <RestoreDialog
          product={product}
          version={restoring.version}
          onRestore={onRestore}
          onClose={() => setRestoring(undefined)}
        />
      )}
    </Dialog>
  )
}

type RestoreDialogProps = Pick<ProductHistoryProps, 'product' | 'onRestore' | 'onClose'> & { version: number }

function RestoreDialog({ product, version, onRestore, onClose }: RestoreDialogProps) {
  const [isConfirmed, setConfirmed] = useState(false)
  const confirmation = useConfirmation()
  const restore = useAdminMutation('restoreProduct', {
    hideErrorToast: true,
    successMessage: `Version ${version} restored.`,
    onSuccess: onRestore,
  })
  const params = { product_id: product.product_id }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Restore version ${version}?`}
      submit="Restore"
      focusSubmit
      onSubmit={() =>
        confirmation.track(
          restore.mutateAsync({
            params,
            body: { version, expected_version: product.version, ...(isConfirmed && { confirmed: true }) },
          }),
        )
      }
    >
      <p>The product becomes what it was, as a new version. Its stock stays as it is.</p>
      {confirmation.isRequired && (
        <Checkbox
          label="Sell it for $0.00"
          checked={isConfirmed}
          onChange={({ target }) => setConfirmed(target.checked)}
        />
      )}
    </FormDialog>
  )
}
