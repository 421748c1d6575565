import { useState } from 'react'
import type { AdminInput, AdminResponse } from '#contract/admin-calls.ts'
import type { BulkChangeInput } from '#contract/catalog/bulk-changes.ts'
import { Select, TextField } from '#web/ui/fields.tsx'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { usePreview } from '../api/use-preview.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Checkbox } from '../ui/fields.tsx'
import { RadioList } from '../ui/RadioList.tsx'
import { showToast } from '../ui/toasts.tsx'
import { BulkPreview } from './BulkPreview.tsx'
import { type BulkAction, readBulkInput, type Selection } from './bulk-input.ts'
import { categoryLabels, countProducts, type ProductChoices, statusLabels } from './product-labels.ts'

type Preview = AdminResponse<'previewBulkChange'>
type ProductEdits = AdminInput<'changeProducts'>['body']['products']

type BulkDialogProps = {
  initial: BulkAction
  selection: Selection
  choices: ProductChoices | undefined
  /** Restores the former values of a small change. */
  onUndo: (products: ProductEdits) => void
  onDone: () => void
  onClose: () => void
}

/**
 * Previews a bulk change, then applies it: up to 500 products at once, with the versions of the preview; more by a job.
 */
export function BulkDialog({ initial, selection, choices, onUndo, onDone, onClose }: BulkDialogProps) {
  const [action, setAction] = useState(initial)
  const [text, setText] = useState('')
  const [isConfirmed, setConfirmed] = useState(false)
  const { change, error } = readBulkInput(action, text)
  const input = change && { body: { selection, change, confirmed: isConfirmed } }
  const preview = usePreview('previewBulkChange', input)
  const changeProducts = useAdminMutation('changeProducts', { hideErrorToast: true })
  const startChange = useAdminMutation('startBulkChange', { hideErrorToast: true })
  const changed = preview.data?.changed ?? 0
  const [mayBeFree, setMayBeFree] = useState(false)
  if (!mayBeFree && preview.data?.refusals.some(({ code }) => code === 'confirmation_required')) setMayBeFree(true)

  async function apply(current: Preview, change: BulkChangeInput) {
    try {
      if (current.next === null) await changeAtOnce(current)
      else {
        const body = { selection, change, confirmed: isConfirmed, expected_version: current.version }
        await startChange.mutateAsync({ body })
      }
    } catch (error) {
      preview.refetch()
      throw error
    }
    onDone()
  }

  async function changeAtOnce({ data }: Preview) {
    const products = data.map(({ product_id, version, after }) => ({
      ...{ product_id, fields: after, expected_version: version },
    }))
    const { data: rows } = await changeProducts.mutateAsync({ body: { products, confirmed: isConfirmed } })
    const versions = new Map(rows.map(({ product_id, version }) => [product_id, version]))
    showToast(`${countProducts(data.length)} changed.`, {
      undo: () =>
        onUndo(
          data.map(({ product_id, before, version }) => ({
            ...{ product_id, fields: before, expected_version: versions.get(product_id) ?? version },
          })),
        ),
    })
  }

  return (
    <FormDialog
      open
      onClose={onClose}
      title={titleOf(action)}
      variant="wide"
      submit={changed === 0 ? 'Change' : `Change ${countProducts(changed)}`}
      disabled={!preview.data || !change || changed === 0}
      focusSubmit={action.kind === 'status'}
      onSubmit={async () => preview.data && change && apply(preview.data, change)}
    >
      <BulkFields {...{ action, setAction, text, setText, error, choices }} />
      {mayBeFree && (
        <Checkbox
          label="Also change products that become free"
          hint="Customers can then order them for $0.00."
          checked={isConfirmed}
          onChange={(event) => setConfirmed(event.currentTarget.checked)}
        />
      )}
      <div aria-live="polite" aria-busy={preview.isLoading}>
        {input && (
          <BulkPreview
            key={preview.data?.version}
            input={input}
            preview={preview.data}
            error={preview.error}
            choices={choices}
          />
        )}
      </div>
    </FormDialog>
  )
}

function titleOf(action: BulkAction): string {
  switch (action.kind) {
    case 'status':
      return { active: 'Activate products', archived: 'Archive products', draft: 'Return products to draft' }[
        action.status
      ]
    case 'category':
      return 'Change the category'
    case 'vendor':
      return 'Change the vendor'
    case 'pv':
      return 'Change the points'
    case 'price_percent':
    case 'price_amount':
      return 'Change prices'
  }
}

type BulkFieldsProps = {
  action: BulkAction
  setAction: (action: BulkAction) => void
  text: string
  setText: (text: string) => void
  error: string | undefined
  choices: ProductChoices | undefined
}

function BulkFields({ action, setAction, text, setText, error, choices }: BulkFieldsProps) {
  const field = {
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
    autoFocus: true,
    ...(error !== undefined && { error }),
  }
  switch (action.kind) {
    case 'status':
      return <p className="text-muted">{statusNotes[action.status]}</p>
    case 'category':
      return (
        <Select {...field} label="Category" className="max-w-form">
          <option value="">Choose a category</option>
          <option value="0">No category</option>
          {[...(choices ? categoryLabels(choices) : [])].map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
      )
    case 'vendor':
      return (
        <>
          <TextField {...field} label="Vendor" list="bulk-vendors" className="max-w-form" />
          <datalist id="bulk-vendors">
            {choices?.vendors.map((vendor) => (
              <option key={vendor} value={vendor} />
            ))}
          </datalist>
        </>
      )
    case 'pv':
      return <TextField {...field} label="PV per piece" inputMode="numeric" className="max-w-narrow" />
    case 'price_percent':
    case 'price_amount':
      return (
        <div className="grid gap-3">
          <RadioList
            legend="Change the regular price by"
            value={action.kind}
            onChange={(kind) => setAction({ kind })}
            options={[
              { value: 'price_percent', label: 'Percent, rounded to the cent' },
              { value: 'price_amount', label: 'Amount' },
            ]}
            isRow
          />
          <TextField
            {...field}
            label={action.kind === 'price_percent' ? 'Percent' : 'Amount'}
            hint={
              action.kind === 'price_percent'
                ? '5 raises prices, -5 lowers them.'
                : '1.50 raises prices, -1.50 lowers them.'
            }
            className="max-w-narrow"
          />
        </div>
      )
  }
}

const statusNotes = {
  active: `${statusLabels.active} products are in the store, within the dates of each.`,
  draft: 'Drafts are not in the store.',
  archived: 'Archived products leave the store and this list. Their orders keep them.',
}
