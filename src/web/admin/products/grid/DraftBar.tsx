import { Alert } from '#web/ui/Alert.tsx'
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { countProducts } from '../product-labels.ts'
import { gridColumns } from './cells.ts'
import { cellKey } from './drafts.ts'
import type { DraftState } from './use-drafts.ts'

const headerOf = (field: string): string => gridColumns.find((column) => column.field === field)?.header ?? field

/** Values that someone else saved in cells with unsaved changes. */
export function Conflicts({ state: { conflicts, edit } }: { state: DraftState }) {
  if (conflicts.length === 0) return null
  return (
    <Alert tone="warning" className="mb-4">
      <p>Someone else changed these cells. Save again to keep your values.</p>
      <ul className="grid gap-1 font-normal">
        {conflicts.map(({ row, field, theirs, yours }) => (
          <li key={cellKey(row.product_id, field)} className="flex flex-wrap items-center gap-x-3">
            <span>
              {row.name}, {headerOf(field)}: <strong>{theirs || 'empty'}</strong>, yours {yours || 'empty'}
            </span>
            <Button kind="quiet" onClick={() => edit([{ row, field, text: theirs }])}>
              Use theirs
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** Saves, undoes or discards the unsaved changes, on every page of the list. */
export function DraftBar({
  state,
  onErrors,
}: {
  state: DraftState
  onErrors: (cells: ReadonlyMap<string, string>) => void
}) {
  const { drafts, errors, isSaving, undo, clear, save } = state
  const submit = async (isConfirmed = false) => {
    const refused = await save(isConfirmed)
    if (refused.size > 0) onErrors(refused)
  }
  return (
    <>
      <UnsavedGuard when={drafts.size > 0 && !isSaving} message="Some products are not saved yet." isKeptInPage />
      {drafts.size > 0 && (
        <section
          aria-label="Unsaved changes"
          className="sticky bottom-4 print:hidden z-30 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-card border border-hairline bg-raised px-4 py-2 shadow-float"
        >
          <p className="pr-2">
            <span className="figures font-[560]">{countProducts(drafts.size)} changed</span>
            {errors.size > 0 && (
              <span className="text-danger">
                {' '}
                · {errors.size} {errors.size === 1 ? 'cell needs' : 'cells need'} a correction
              </span>
            )}
          </p>
          <Button kind="primary" busy={isSaving} onClick={() => void submit()}>
            Save
          </Button>
          {undo && <Button onClick={undo}>Undo</Button>}
          <Button kind="quiet" disabled={isSaving} onClick={clear}>
            Discard
          </Button>
        </section>
      )}
      <FormDialog
        open={state.needsConfirmation}
        onClose={state.dismissConfirmation}
        title="Sell for $0.00?"
        submit="Save"
        focusSubmit
        onSubmit={() => submit(true)}
      >
        <p>At least one of these products would be free in the store.</p>
      </FormDialog>
    </>
  )
}
