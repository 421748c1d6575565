import { adjustPriceCall } from '#contract/orders/admin-changes.ts'
import { formatDollars } from '#domain/money/money.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { useExpectedVersion } from '#web/admin/api/use-expected-version.ts'
import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { MoneyField } from '../../ui/fields.tsx'
import { parseAmount } from '../../ui/parse-amount.ts'
import type { DialogProps } from './dialog-props.ts'
import { OrderChanges } from './OrderChanges.tsx'
import { useOrderMutation } from './use-order-mutation.ts'

/** Credits an amount while the customer keeps the goods (docs/decisions/0043). */
export function AdjustPrice({ record, onClose }: DialogProps) {
  const { order, money } = record
  const { opened, latest, sendExpected } = useExpectedVersion(record)
  const adjust = useOrderMutation('adjustPrice', {
    successMessage: 'Credited. The customer gets an email.',
    hideErrorToast: true,
  })
  const form = useAdminForm({
    call: adjustPriceCall,
    fields: { amount: '', reason: '' },
    body: ({ amount, reason }) => ({ amount: parseAmount(amount), reason, expected_version: opened.version }),
    send: (body) =>
      sendExpected((expected_version) =>
        adjust.mutateAsync({ params: { order_id: order.id }, body: { ...body, expected_version } }),
      ),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Credit an amount"
      submit="Credit"
      disabled={money.adjustable === 0}
      {...form.dialog}
    >
      <OrderChanges opened={opened} latest={latest} />
      <p>
        The customer keeps the items, for example after a damaged box or late delivery. Tax, points and bonuses don’t
        change. {latest.money.balance > 0 ? 'The customer will owe less.' : 'A refund will be due.'}
      </p>
      <MoneyField
        label="Amount"
        {...form.field('amount')}
        hint={`At most ${formatDollars(money.adjustable)}.`}
        autoFocus
      />
      <TextField label="Reason" {...form.field('reason')} hint="For staff only; the customer sees the amount." />
    </FormDialog>
  )
}
