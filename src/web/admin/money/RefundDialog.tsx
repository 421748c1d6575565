import { useState } from 'react'
import type { AdminAnswer } from '#contract/admin-calls.ts'
import { formatDollars } from '#domain/money.ts'
import { ApiError } from '#web/client/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Select, TextField } from '#web/ui/fields.tsx'
import { useAdminQuery } from '../client/query.ts'
import { useAdminMutation } from '../client/use-admin-mutation.ts'
import { refundChoices, refundOf } from '../orders/order/refund-choices.ts'
import { useRefundApproval } from '../orders/order/use-refund-approval.ts'
import { PaymentMethodSelect } from '../orders/PaymentMethodSelect.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { MoneyField } from '../ui/fields.tsx'
import { amountOf, optionalOf, textOf } from '../ui/read-form.ts'
import { Loaded } from '../ui/states.tsx'

type ManagedOrder = AdminAnswer<'managedOrder'>
type Method = ManagedOrder['order']['payment']['payment_type']

/** Books a refund next to the order's ledger. */
export function RefundDialog({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const order = useAdminQuery('managedOrder', { params: { order_id: orderId } })
  const { approval, isKnown } = useRefundApproval(orderId)
  if (order.data?.order.id === orderId && isKnown) {
    return <RefundForm order={order.data} approval={approval} onClose={onClose} />
  }
  return (
    <Dialog open onClose={onClose} title={`Refund order ${orderId}`}>
      <Loaded query={{ ...order, data: undefined }}>{() => null}</Loaded>
    </Dialog>
  )
}

type RefundFormProps = {
  order: ManagedOrder
  approval: ReturnType<typeof useRefundApproval>['approval']
  onClose: () => void
}

function RefundForm({ order: { order, money }, approval, onClose }: RefundFormProps) {
  /** Balance on which the amount was based; after a conflict, the current one. */
  const [seenBalance, setSeenBalance] = useState(money.balance)
  const refund = useAdminMutation('refundOrder', {
    done: ({ approval_id }) =>
      approval_id === null
        ? `Refund recorded for order ${order.id}.`
        : `The refund of order ${order.id} needs approval. Once approved, send the money, then record it.`,
    isQuiet: true,
  })
  const { overpayment, credit_notes: notes } = money.refundable
  const sources = [
    ...notes
      .filter(({ amount }) => amount > 0)
      .map(({ id, number, amount }) => ({
        value: String(id),
        words: `Credit note ${number}: ${formatDollars(amount)}`,
        amount,
      })),
    ...(overpayment > 0
      ? [{ value: '', words: `Overpayment: ${formatDollars(overpayment)}`, amount: overpayment }]
      : []),
  ]
  const approved = approval?.state === 'approved' ? refundOf(approval, refundChoices(money.refundable)) : undefined
  const [of, setOf] = useState((approved?.of === 'overpayment' ? '' : approved?.of) ?? sources[0]?.value ?? '')
  const [amount, setAmount] = useState((approved?.amount ?? sources[0]?.amount)?.toFixed(2) ?? '')
  const choose = (value: string) => {
    setOf(value)
    setAmount(sources.find((source) => source.value === value)?.amount.toFixed(2) ?? '')
  }

  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Refund order ${order.id}`}
      submit="Record refund"
      danger
      disabled={sources.length === 0}
      onSubmit={(form) =>
        refund
          .mutateAsync({
            params: { order_id: order.id },
            body: {
              amount: amountOf(form, 'amount'),
              ...(of !== '' && { credit_note_id: Number(of) }),
              method: textOf(form, 'method') as Method,
              reason: textOf(form, 'reason'),
              ...(optionalOf(form, 'reference') && { reference: textOf(form, 'reference') }),
              expected_balance: seenBalance,
            },
          })
          .catch((error: unknown) => {
            const balance = error instanceof ApiError ? error.problem?.balance : undefined
            if (typeof balance === 'number') setSeenBalance(balance)
            throw error
          })
      }
    >
      <Ledger money={money} />
      {sources.length === 0 ? (
        <p>Nothing can be refunded now.</p>
      ) : (
        <>
          <Select name="of" label="Refund for" value={of} onChange={(event) => choose(event.currentTarget.value)}>
            {sources.map(({ value, words }) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
          <div className="grid gap-4 sm:grid-cols-2">
            <MoneyField
              name="amount"
              label="Amount"
              value={amount}
              onChange={(event) => setAmount(event.currentTarget.value)}
            />
            <PaymentMethodSelect label="Method" defaultValue={approved?.method ?? order.payment.payment_type} />
          </div>
          <TextField
            name="reference"
            label="Check or transfer number"
            optional
            defaultValue={approved?.reference ?? ''}
          />
          <TextField name="reason" label="Reason" autoFocus defaultValue={approved ? (approval?.reason ?? '') : ''} />
          {approved && (
            <Alert tone="success">
              {`Approved by ${approval?.decided_by ?? 'someone else'}: ${formatDollars(approved.amount)}. Send the money, then record it. If you change the amount, method, reason or reference, it will need approval again.`}
            </Alert>
          )}
        </>
      )}
    </FormDialog>
  )
}

/** Sums from the order total down to the amount due. */
const Ledger = ({ money }: { money: ManagedOrder['money'] }) => (
  <table aria-label="Order balance" className="w-full">
    <tbody className="*:border-t *:border-hairline">
      {(
        [
          ['Total', money.total],
          ['Credited', -money.credited],
          ['Received', -money.received],
          ['Refunded', money.refunded],
        ] as const
      ).map(
        ([name, value]) =>
          (value !== 0 || name === 'Total') && (
            <tr key={name}>
              <th scope="row" className="py-1 text-left font-normal text-muted">
                {name}
              </th>
              <td className="figures py-1 text-right">{formatDollars(value)}</td>
            </tr>
          ),
      )}
      <tr>
        <th scope="row" className="py-1.5 text-left font-[560]">
          {money.balance < 0 ? 'Refund due' : 'Balance due'}
        </th>
        <td className="figures py-1.5 text-right font-[560]">{formatDollars(Math.abs(money.balance))}</td>
      </tr>
    </tbody>
  </table>
)
