import { useState } from 'react'
import { formatDollars } from '#domain/money.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Select, TextField } from '#web/ui/fields.tsx'
import { useAdminMutation } from '../../client/use-admin-mutation.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { MoneyField } from '../../ui/fields.tsx'
import { amountOf, textOf } from '../../ui/read-form.ts'
import { PaymentMethodSelect } from '../PaymentMethodSelect.tsx'
import { BalanceChanged } from './ChangedMeanwhile.tsx'
import type { DialogProps } from './dialog-props.ts'
import type { OrderFile } from './order-file.ts'
import { refundChoices, refundOf } from './refund-choices.ts'
import { useRefundApproval } from './use-refund-approval.ts'
import { useExpectedVersion } from './use-seen.ts'

/** Books a refund for a credit note or an overpayment; above the limit, two people are required. */
export function RefundOrder(props: DialogProps) {
  const { approval, isKnown } = useRefundApproval(props.file.order.id)
  return isKnown && <RefundForm {...props} approval={approval} />
}

type RefundFormProps = DialogProps & { approval: ReturnType<typeof useRefundApproval>['approval'] }

function RefundForm({ file, approval, onClose }: RefundFormProps) {
  const { order, money } = file
  const choices = refundChoices(money.refundable)
  const approved = approval?.state === 'approved' ? refundOf(approval, choices) : undefined
  const { seen, repeat } = useExpectedVersion(money.balance, 'balance')
  const [of, setOf] = useState(approved?.of ?? choices[0]?.of ?? '')
  const choice = choices.find((one) => one.of === of) ?? choices[0]
  const [amount, setAmount] = useState((approved?.amount ?? choice?.amount ?? 0).toFixed(2))
  const refund = useAdminMutation('refundOrder', {
    done: ({ approval_id }) =>
      approval_id === null
        ? 'Refund recorded.'
        : 'Sent for approval. Nothing is recorded yet, so don’t send the money yet.',
    isQuiet: true,
  })

  const submit = (form: FormData) =>
    repeat((expected_balance) =>
      refund.mutateAsync({
        params: { order_id: order.id },
        body: {
          amount: amountOf(form, 'amount'),
          credit_note_id: choice && choice.of !== 'overpayment' ? Number(choice.of) : undefined,
          method: textOf(form, 'method') as OrderFile['order']['payment']['payment_type'],
          reason: textOf(form, 'reason'),
          reference: textOf(form, 'reference'),
          expected_balance,
        },
      }),
    )

  const entered = Number(amount.replace(/[$,\s]/g, ''))
  const takesTwo = !approved && money.refundable.alone !== null && entered > money.refundable.alone
  return (
    <FormDialog
      open
      onClose={onClose}
      danger
      title="Refund"
      submit={takesTwo ? 'Propose refund' : 'Record refund'}
      disabled={!choice}
      onSubmit={submit}
    >
      <BalanceChanged seen={seen} present={money.balance} />
      {choice ? (
        <p className="figures">
          {`You owe the customer ${formatDollars(money.refundable.total)}. Send the money first, then record it here.`}
        </p>
      ) : (
        <p>No refund is due anymore.</p>
      )}
      {choices.length > 1 ? (
        <Select
          label="For"
          value={of}
          onChange={(event) => {
            const next = event.currentTarget.value
            setOf(next)
            setAmount((choices.find((one) => one.of === next)?.amount ?? 0).toFixed(2))
          }}
        >
          {choices.map(({ of, words, amount }) => (
            <option key={of} value={of}>{`${words}, up to ${formatDollars(amount)}`}</option>
          ))}
        </Select>
      ) : (
        choice && <p className="figures">{`For: ${choice.words}, up to ${formatDollars(choice.amount)}`}</p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <MoneyField
          label="Amount"
          name="amount"
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
          autoFocus
        />
        <PaymentMethodSelect label="Method" defaultValue={approved?.method ?? order.payment.payment_type} />
      </div>
      <TextField label="Reason" name="reason" defaultValue={approved ? (approval?.reason ?? '') : ''} />
      <TextField label="Reference" name="reference" optional defaultValue={approved?.reference ?? ''} />
      {takesTwo && (
        <Alert tone="warning">
          {`Refunds over ${formatDollars(money.refundable.alone ?? 0)} need a second approval. Once approved, send the money, then record it here.`}
        </Alert>
      )}
      {approved && (
        <Alert tone="success">{`Approved by ${approval?.decided_by ?? 'someone else'}: ${formatDollars(approved.amount)}. If you change the amount, method, reason or reference, it will need approval again.`}</Alert>
      )}
    </FormDialog>
  )
}
