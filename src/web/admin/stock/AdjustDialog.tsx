import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { correctStockCall, countStockCall, damageStockCall, receiveStockCall } from '#contract/stock/admin-calls.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { type Adjustment, adjustments } from './adjustments.ts'
import { conflictingStock, formatOnHand, parseQuantity, type StockRow } from './stock-labels.ts'

const calls = { receive: receiveStockCall, count: countStockCall, correct: correctStockCall, damage: damageStockCall }

type AdjustDialogProps = {
  kind: Adjustment
  product: Pick<StockRow, 'product_id' | 'name' | 'stock'>
  onClose: () => void
}

/** Adjusts stock with a reason and shows it before and after. After a conflict, keeps unsaved input. */
export function AdjustDialog({ kind, product, onClose }: AdjustDialogProps) {
  const { call, title, label, submit, reason, after } = adjustments[kind]
  /** Stock when the dialog opened; after a conflict, the current one. */
  const [expectedStock, setExpectedStock] = useState(product.stock)
  const adjust = useAdminMutation(call, {
    successMessage: ({ product: { name, stock } }) => `${name}: ${formatOnHand(stock)} now.`,
    hideErrorToast: true,
  })
  const client = useQueryClient()
  const form = useAdminForm({
    call: calls[kind],
    fields: { quantity: '', reason: kind === 'count' ? reason : '' },
    // The contract refuses anything but a number, with an error at the field.
    body: ({ quantity, reason }) => ({
      quantity: parseQuantity(quantity) ?? Number.NaN,
      reason,
      expected_stock: expectedStock,
    }),
    send: (body) =>
      adjust
        .mutateAsync({ params: { product_id: product.product_id }, body })
        .catch((error: unknown) => {
          const current = conflictingStock(error)
          if (current) setExpectedStock(current.stock)
          throw error
        })
        // The next adjustment starts from this result.
        .then(() => client.invalidateQueries(undefined, { cancelRefetch: false })),
  })
  const quantity = parseQuantity(form.watch('quantity'))
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`${title}: ${product.name}`}
      submit={submit}
      danger={kind === 'damage'}
      {...form.dialog}
    >
      <dl className="grid grid-cols-2 gap-3">
        <div>
          <dt className="text-small text-muted">Now</dt>
          <dd className="figures text-title">{expectedStock ?? 'not tracked'}</dd>
        </div>
        <div aria-live="polite">
          <dt className="text-small text-muted">After</dt>
          <dd className="figures text-title">{quantity === undefined ? '–' : after(expectedStock ?? 0, quantity)}</dd>
        </div>
      </dl>
      <TextField
        {...form.field('quantity')}
        label={label}
        inputMode={kind === 'correct' ? 'text' : 'numeric'}
        autoFocus
        {...(kind === 'count' && { hint: 'Don’t count items packed for open orders.' })}
      />
      <TextField {...form.field('reason')} label="Reason" placeholder={reason} />
    </FormDialog>
  )
}
