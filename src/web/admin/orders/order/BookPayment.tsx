import { bookPaymentCall } from '#contract/orders/admin-changes.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { formatDollars } from '#domain/money/money.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { useConfirmation } from '#web/admin/api/use-confirmation.ts'
import { useExpectedVersion } from '#web/admin/api/use-expected-version.ts'
import { TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Checkbox, MoneyField } from '../../ui/fields.tsx'
import { parseAmount } from '../../ui/parse-amount.ts'
import { PaymentMethodSelect } from '../PaymentMethodSelect.tsx'
import type { DialogProps } from './dialog-props.ts'
import { OrderChanges } from './OrderChanges.tsx'
import { useOrderMutation } from './use-order-mutation.ts'

/** Books a payment; the amount defaults to the whole balance. */
export function BookPayment({ record, onClose }: DialogProps) {
  const { order, money } = record
  const { opened, latest, sendExpected } = useExpectedVersion(record)
  const book = useOrderMutation('bookPayment', { successMessage: 'Payment recorded.', hideErrorToast: true })

  const confirmation = useConfirmation()
  const form = useAdminForm({
    call: bookPaymentCall,
    fields: {
      amount: money.balance > 0 ? money.balance.toFixed(2) : '',
      method: order.payment.payment_type,
      reference: '',
      value_date: shopDayOf(Date.now()),
      cleared: false,
      confirmed: false,
    },
    body: ({ amount, value_date, ...rest }) => ({
      ...rest,
      amount: parseAmount(amount),
      value_date: value_date || undefined,
      expected_version: opened.version,
    }),
    send: (body) =>
      confirmation.track(
        sendExpected((expected_version) =>
          book.mutateAsync({ params: { order_id: order.id }, body: { ...body, expected_version } }),
        ),
      ),
  })
  const isCheck = form.watch('method') === 'check'

  return (
    <FormDialog open onClose={onClose} title="Record a payment" submit="Record" {...form.dialog}>
      <OrderChanges opened={opened} latest={latest} />
      <p className="figures">{balanceMessage(latest.money.balance)}</p>
      <MoneyField
        label="Amount received"
        {...form.field('amount', { onChange: confirmation.reset })}
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
      />
      {confirmation.isRequired && (
        <Checkbox label="Yes, this amount was received." {...form.field('confirmed', { shouldUnregister: true })} />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <PaymentMethodSelect label="Method" {...form.field('method')} />
        <TextField label="Payment date" {...form.field('value_date')} type="date" max={shopDayOf(Date.now())} />
      </div>
      <TextField label={isCheck ? 'Check number' : 'Reference'} {...form.field('reference')} optional />
      {isCheck && <Checkbox label="Already cleared" {...form.field('cleared', { shouldUnregister: true })} />}
    </FormDialog>
  )
}

function balanceMessage(balance: number): string {
  if (balance > 0) return `${formatDollars(balance)} is due.`
  return balance < 0
    ? `Nothing is due. The order is overpaid by ${formatDollars(-balance)}; this payment adds to it.`
    : 'Nothing is due. This payment will be an overpayment.'
}
