import { adjustPriceCall } from '#contract/orders/admin-changes.ts'
import { formatDollars } from '#domain/money/money.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { MoneyField } from '../../ui/fields.tsx'
import { parseAmount } from '../../ui/parse-amount.ts'
import type { DialogProps } from './dialog-props.ts'
import { BalanceChanged } from './OrderConflicts.tsx'
import { useExpectedVersion } from './use-expected-version.ts'
import { useOrderMutation } from './use-order-mutation.ts'

/** Credits an amount while the customer keeps the goods (docs/decisions/0043). */
export function AdjustPrice({ record: { order, money }, onClose }: DialogProps) {
  const { expected, sendExpected } = useExpectedVersion(money.balance, 'balance')
  const adjust = useOrderMutation('adjustPrice', {
    successMessage: 'Credited. The customer gets an email.',
    hideErrorToast: true,
  })
  const form = useAdminForm({
    call: adjustPriceCall,
    fields: { amount: '', reason: '' },
    body: ({ amount, reason }) => ({ amount: parseAmount(amount), reason, expected_balance: expected }),
    send: (body) =>
      sendExpected(() =>
        adjust.mutateAsync({
          params: { order_id: order.id },
          body,
        }),
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
      <BalanceChanged expected={expected} current={money.balance} />
      <p>
        The customer keeps the items, for example after a damaged box or late delivery. Tax, points and bonuses don’t
        change. {expected > 0 ? 'The customer will owe less.' : 'A refund will be due.'}
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
