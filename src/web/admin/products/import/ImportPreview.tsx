import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'
import { importNotes } from '#contract/catalog/product-imports.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminMutation } from '../../api/use-admin-mutation.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Section } from '../../ui/Section.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { usePageUrl } from '../../ui/use-page-url.ts'
import { countProducts } from '../product-labels.ts'
import { ImportRows } from './ImportRows.tsx'
import { countImported, listFields, noteLabels, type ProductImport } from './import-labels.ts'
import { StartImportDialog } from './StartImportDialog.tsx'

const OUTCOMES = ['new', 'changed', 'unchanged', 'refused'] as const

/** Lists everything that the file would change. Nothing is written before the import is started. */
export function ImportPreview({ run }: { run: ProductImport }) {
  const navigate = useNavigate()
  const url = usePageUrl()
  const notesId = useId()
  const [isStarting, setStarting] = useState(false)
  const discard = useAdminMutation('discardProductImport', {
    successMessage: 'The file was discarded.',
    onSuccess: () => void navigate(adminPaths.productImports),
  })
  // The URL keeps the choice, but follows only after a navigation.
  const [updatesStock, setUpdatesStock] = useState(url.get('stock') === '1')
  const { added, changed, unchanged, total } = countImported(run, updatesStock)
  const outcome = OUTCOMES.find((name) => name === url.get('show'))
  const note = importNotes.find((name) => name === url.get('note'))
  const tabs = [
    { label: 'All', show: undefined, count: added + changed + unchanged + run.counts.refused },
    { label: 'New', show: 'new', count: added },
    { label: 'Changed', show: 'changed', count: changed },
    { label: 'Unchanged', show: 'unchanged', count: unchanged },
    { label: 'Refused', show: 'refused', count: run.counts.refused },
  ]
  const notes = importNotes.filter((name) => (run.notes[name] ?? 0) > 0)
  return (
    <>
      <PageHeader
        title={run.file_name}
        part="Import"
        note="Preview"
        actions={
          <>
            <Button
              busy={discard.isPending}
              onClick={() => discard.mutate({ params: { import_id: run.import_id }, body: {} })}
            >
              Discard
            </Button>
            <Button kind="primary" disabled={total === 0} onClick={() => setStarting(true)}>
              {total === 0 ? 'Nothing to import' : `Import ${countProducts(total)}`}
            </Button>
          </>
        }
      >
        <p className="text-muted">
          Uploaded by {run.requested_by}, <TimeAgo at={run.requested_at} />. Nothing has been changed yet.
        </p>
      </PageHeader>
      <div className="grid grid-cols-1 gap-6">
        {run.counts.stock_differs > 0 && (
          <Checkbox
            label={`Also set the stock of ${countProducts(run.counts.stock_differs)}`}
            hint="Leave it off if the file is older than your last sale. New products get their stock in any case."
            checked={updatesStock}
            onChange={({ currentTarget: { checked } }) => {
              setUpdatesStock(checked)
              url.change({ stock: checked ? '1' : undefined, after: undefined }, { replace: true })
            }}
          />
        )}
        {notes.length > 0 && (
          <section aria-labelledby={notesId} className="grid max-w-text gap-1 rounded-card bg-sunken px-4 py-3.5">
            <h2 id={notesId} className="font-[560]">
              Worth a look
            </h2>
            <ul className="grid gap-1">
              {notes.map((name) => (
                <li key={name}>
                  <PageLink
                    to={url.with({ note: name, show: undefined, after: undefined })}
                    preventScrollReset
                    aria-current={note === name ? 'true' : undefined}
                    className="text-link aria-[current]:font-[560]"
                  >
                    {countProducts(run.notes[name] ?? 0)} {noteLabels[name]}
                  </PageLink>
                </li>
              ))}
            </ul>
          </section>
        )}
        <div>
          <Tabs
            label="Products of the file"
            tabs={tabs.map(({ label, show, count }) => ({
              label,
              count: count.toLocaleString('en-US'),
              to: url.with({ show, note: undefined, after: undefined }),
              isCurrent: note === undefined && outcome === show,
            }))}
          />
          <ImportRows
            filter={{ ...(note ? { note } : outcome && { outcome }), ...(updatesStock && { stock: '1' as const }) }}
          />
        </div>
        <LeftAlone run={run} updatesStock={updatesStock} />
      </div>
      {isStarting && <StartImportDialog run={run} updatesStock={updatesStock} onClose={() => setStarting(false)} />}
    </>
  )
}

function LeftAlone({ run, updatesStock }: { run: ProductImport; updatesStock: boolean }) {
  const { kept_fields, ignored_columns, counts } = run
  const isStockKept = !updatesStock && !kept_fields.includes('stock')
  return (
    <Section title="What this file leaves alone">
      <ul className="grid max-w-text list-disc gap-1 pt-3 pl-5">
        {counts.others > 0 && (
          <li>
            {countProducts(counts.others)} {counts.others === 1 ? 'is' : 'are'} not in the file and{' '}
            {counts.others === 1 ? 'stays as it is' : 'stay as they are'}.
          </li>
        )}
        {kept_fields.length > 0 && (
          <li>The file has no columns for these fields, so known products keep them: {listFields(kept_fields)}.</li>
        )}
        {isStockKept && <li>The stock of known products stays as it is.</li>}
        {ignored_columns.length > 0 && (
          <li className="wrap-anywhere">
            These columns of the file are not read: {new Intl.ListFormat('en-US').format(ignored_columns)}.
          </li>
        )}
        <li>Sale prices, families, contents of packages and search texts stay as they are.</li>
      </ul>
    </Section>
  )
}
