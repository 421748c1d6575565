import { useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { adminQuery } from '../../api/query.ts'
import { useAdminMutation } from '../../api/use-admin-mutation.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { usePageUrl } from '../../ui/use-page-url.ts'
import { countProducts } from '../product-labels.ts'
import { ImportPictures } from './ImportPictures.tsx'
import { ImportRows } from './ImportRows.tsx'
import { describeCounts, type ProductImport } from './import-labels.ts'

const filters = {
  imported: { result: 'imported' },
  skipped: { result: 'skipped' },
  refused: { outcome: 'refused' },
  archived: { undo: 'archived' },
  kept: { undo: 'refused' },
} as const
type Show = keyof typeof filters

/** Lists the products that were imported, left and refused, or how the import was undone. */
export function ImportResult({ run }: { run: ProductImport }) {
  const url = usePageUrl()
  const [isUndoing, setUndoing] = useState(false)
  const isUndone = run.state === 'undone'
  const imported = run.added + run.changed
  const tabs: { label: string; show: Show; count: number }[] = [
    { label: 'Imported', show: 'imported', count: imported },
    ...(run.skipped > 0 ? [{ label: 'Left', show: 'skipped' as const, count: run.skipped }] : []),
    ...(run.counts.refused > 0 ? [{ label: 'Refused', show: 'refused' as const, count: run.counts.refused }] : []),
    ...(run.undo_archived > 0 ? [{ label: 'Archived', show: 'archived' as const, count: run.undo_archived }] : []),
    ...(run.undo_refused > 0 ? [{ label: 'Not undone', show: 'kept' as const, count: run.undo_refused }] : []),
  ]
  const show = tabs.find((tab) => tab.show === url.get('show'))?.show ?? 'imported'
  return (
    <>
      <PageHeader
        title={run.file_name}
        part="Import"
        actions={
          <>
            <ButtonLink to={adminPaths.productImports}>All imports</ButtonLink>
            {!isUndone && imported > 0 && <Button onClick={() => setUndoing(true)}>Undo import</Button>}
          </>
        }
      >
        <p className="text-muted">
          Uploaded by {run.requested_by}, <TimeAgo at={run.requested_at} />.
        </p>
      </PageHeader>
      <div className="grid grid-cols-1 gap-6">
        <ResultAlert run={run} />
        {!isUndone && <ImportPictures run={run} />}
        {imported + run.skipped + run.counts.refused > 0 && (
          <div>
            <Tabs
              label="Products of the file"
              tabs={tabs.map(({ label, show: target, count }) => ({
                label,
                count: count.toLocaleString('en-US'),
                to: url.with({ show: target === 'imported' ? undefined : target, after: undefined }),
                isCurrent: target === show,
              }))}
            />
            <ImportRows filter={filters[show]} />
          </div>
        )}
      </div>
      {isUndoing && <UndoDialog run={run} onClose={() => setUndoing(false)} />}
    </>
  )
}

function ResultAlert({ run }: { run: ProductImport }) {
  if (run.state === 'undone') {
    return (
      <Alert tone={run.undo_refused > 0 ? 'warning' : 'note'}>
        <p>The import was undone. Products have the content they had before it.</p>
        {run.undo_archived > 0 && (
          <p className="font-normal">
            {countProducts(run.undo_archived)} archived instead of deleted, because of orders.
          </p>
        )}
        {run.undo_refused > 0 && (
          <p className="font-normal">{countProducts(run.undo_refused)} changed meanwhile and left as they are.</p>
        )}
      </Alert>
    )
  }
  if (run.state === 'failed') {
    return (
      <Alert tone="danger">
        <p>The import stopped early. {describeCounts(run.added, run.changed)}.</p>
        <p className="font-normal">
          {run.added + run.changed > 0
            ? 'Upload the file again for the rest, or undo this part.'
            : 'Upload the file again.'}
        </p>
      </Alert>
    )
  }
  return (
    <Alert tone={run.skipped > 0 ? 'warning' : 'success'}>
      <p>{describeCounts(run.added, run.changed)}.</p>
      {run.skipped > 0 && (
        <p className="font-normal">
          {countProducts(run.skipped)} changed after the preview and {run.skipped === 1 ? 'was' : 'were'} left as{' '}
          {run.skipped === 1 ? 'it is' : 'they are'}. Upload the file again to import{' '}
          {run.skipped === 1 ? 'it' : 'them'}.
        </p>
      )}
    </Alert>
  )
}

function UndoDialog({ run, onClose }: { run: ProductImport; onClose: () => void }) {
  const url = usePageUrl()
  const params = { import_id: run.import_id }
  const undo = useAdminMutation('undoProductImport', {
    hideErrorToast: true,
    answers: () => adminQuery('productImport', { params }).queryKey,
    onSuccess: () => url.change({ show: undefined, after: undefined }, { replace: true }),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Undo the whole import?"
      submit="Undo import"
      danger
      focusSubmit
      onSubmit={() => undo.mutateAsync({ params, body: {} })}
    >
      <ul className="grid list-disc gap-1 pl-5">
        {run.changed > 0 && <li>{countProducts(run.changed)}: back to the version before</li>}
        {run.added > 0 && <li>{countProducts(run.added)}: deleted, or archived if they have orders</li>}
        {run.updates_stock && <li>Stock: the counted difference is booked back; what was sold since stays booked</li>}
      </ul>
    </FormDialog>
  )
}
