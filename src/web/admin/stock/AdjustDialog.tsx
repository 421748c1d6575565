import { useQueryClient } from '@tanstack/react-query'
import { correctStockCall, countStockCall, damageStockCall, receiveStockCall } from '#contract/stock/admin-calls.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { type Adjustment, adjustments } from './adjustments.ts'
import { formatOnHand, parseQuantity, type StockRow, stockFacts } from './stock-labels.ts'

const calls = { receive: receiveStockCall, count: countStockCall, correct: correctStockCall, damage: damageStockCall }

type AdjustDialogProps = {
  kind: Adjustment
  product: Pick<StockRow, 'product_id' | 'name' | 'stock' | 'version'>
  onClose: () => void
}

/** Adjusts stock with a reason and shows it before and after. After a conflict, keeps unsaved input. */
export function AdjustDialog({ kind, product, onClose }: AdjustDialogProps) {
  const { call, title, label, submit, reason, after } = adjustments[kind]
  const { opened, latest, sendExpected } = useExpectedVersion(product)
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
      expected_version: opened.version,
    }),
    send: (body) =>
      sendExpected((expected_version) =>
        adjust.mutateAsync({ params: { product_id: product.product_id }, body: { ...body, expected_version } }),
      )
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
      <ConcurrentChanges opened={opened} latest={latest} facts={stockFacts} />
      <dl className="grid grid-cols-2 gap-3">
        <div>
          <dt className="text-small text-muted">Now</dt>
          <dd className="figures text-title">{latest.stock ?? 'not tracked'}</dd>
        </div>
        <div aria-live="polite">
          <dt className="text-small text-muted">After</dt>
          <dd className="figures text-title">{quantity === undefined ? '–' : after(latest.stock ?? 0, quantity)}</dd>
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
