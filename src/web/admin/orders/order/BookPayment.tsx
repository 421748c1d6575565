import { useState } from 'react'
import { formatDollars } from '#domain/money.ts'
import { shopDayOf } from '#domain/month.ts'
import type { PaymentMethod } from '#domain/order/balance.ts'
import { TextField } from '#web/ui/fields.tsx'
import { useConfirmation } from '../../client/use-confirmation.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Checkbox, MoneyField } from '../../ui/fields.tsx'
import { amountOf, optionalOf, textOf } from '../../ui/read-form.ts'
import { PaymentMethodSelect } from '../PaymentMethodSelect.tsx'
import { BalanceChanged } from './ChangedMeanwhile.tsx'
import type { DialogProps } from './dialog-props.ts'
import { useOrderMutation } from './use-order-act.ts'
import { useExpectedVersion } from './use-seen.ts'

/** Books a payment; the amount defaults to the whole balance. */
export function BookPayment({ file, onClose }: DialogProps) {
  const { order, money } = file
  const { seen, repeat } = useExpectedVersion(money.balance, 'balance')
  const [method, setMethod] = useState<PaymentMethod>(order.payment.payment_type)
  const book = useOrderMutation('bookPayment', { done: 'Payment recorded.', isQuiet: true })

  const confirmation = useConfirmation()

  const submit = (form: FormData) =>
    confirmation.watch(
      repeat((expected_balance) =>
        book.mutateAsync({
          params: { order_id: order.id },
          body: {
            amount: amountOf(form, 'amount'),
            method,
            reference: textOf(form, 'reference'),
            value_date: optionalOf(form, 'value_date'),
            cleared: form.has('cleared'),
            expected_balance,
            confirmed: form.has('confirmed'),
          },
        }),
      ),
    )

  return (
    <FormDialog open onClose={onClose} title="Record a payment" submit="Record" onSubmit={submit}>
      <BalanceChanged seen={seen} present={money.balance} />
      <p className="figures">{openLabels(seen)}</p>
      <MoneyField
        label="Amount received"
        name="amount"
        defaultValue={money.balance > 0 ? money.balance.toFixed(2) : ''}
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={confirmation.forget}
      />
      {confirmation.isAsked && <Checkbox label="Yes, this amount was received." name="confirmed" />}
      <div className="grid gap-4 sm:grid-cols-2">
        <PaymentMethodSelect
          label="Method"
          value={method}
          onChange={(event) => setMethod(event.currentTarget.value as PaymentMethod)}
        />
        <TextField
          label="Payment date"
          name="value_date"
          type="date"
          defaultValue={shopDayOf(Date.now())}
          max={shopDayOf(Date.now())}
        />
      </div>
      <TextField label={method === 'check' ? 'Check number' : 'Reference'} name="reference" optional />
      {method === 'check' && <Checkbox label="Already cleared" name="cleared" />}
    </FormDialog>
  )
}

function openLabels(balance: number): string {
  if (balance > 0) return `${formatDollars(balance)} is due.`
  return balance < 0
    ? `Nothing is due. The order is overpaid by ${formatDollars(-balance)}; this payment adds to it.`
    : 'Nothing is due. This payment will be an overpayment.'
}
