import type { ReactNode } from 'react'
import { refundOrderCall } from '#contract/orders/admin-changes.ts'
import { formatDollars } from '#domain/money/money.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { useAdminMutation } from '#web/admin/api/use-admin-mutation.ts'
import { useExpectedVersion } from '#web/admin/api/use-expected-version.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Select, TextField } from '#web/ui/fields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { MoneyField } from '../../ui/fields.tsx'
import { parseAmount } from '../../ui/parse-amount.ts'
import { PaymentMethodSelect } from '../PaymentMethodSelect.tsx'
import type { DialogProps } from './dialog-props.ts'
import { OrderChanges } from './OrderChanges.tsx'
import { findApprovedRefund, refundChoices } from './refund-choices.ts'
import { useRefundApproval } from './use-refund-approval.ts'

type RefundDialogProps = DialogProps & {
  /** Replaces the amount-due message where the dialog opens outside the order's page. */
  ledger?: ReactNode
}

/** Books a refund for a credit note or an overpayment; above the limit, two people are required. */
export function RefundDialog(props: RefundDialogProps) {
  const { approval, isLoaded } = useRefundApproval(props.record.order.id)
  return isLoaded && <RefundForm {...props} approval={approval} />
}

type RefundFormProps = RefundDialogProps & { approval: ReturnType<typeof useRefundApproval>['approval'] }

function RefundForm({ record, ledger, approval, onClose }: RefundFormProps) {
  const { opened, latest, sendExpected } = useExpectedVersion(record)
  const { order, money } = latest
  const choices = refundChoices(money.refundable)
  const approved = approval?.state === 'approved' ? findApprovedRefund(approval, choices) : undefined
  const refund = useAdminMutation('refundOrder', {
    successMessage: ({ approval_id }) =>
      approval_id === null
        ? `Refund recorded for order ${order.id}.`
        : 'Sent for approval. Nothing is recorded yet, so don’t send the money yet.',
    hideErrorToast: true,
  })
  const form = useAdminForm({
    call: refundOrderCall,
    fields: {
      source: approved?.source ?? choices[0]?.source ?? '',
      amount: (approved?.amount ?? choices[0]?.amount ?? 0).toFixed(2),
      method: approved?.method ?? order.payment.payment_type,
      reason: approved ? (approval?.reason ?? '') : '',
      reference: approved?.reference ?? '',
    },
    body: ({ source, amount, method, reason, reference }) => ({
      amount: parseAmount(amount),
      credit_note_id: source === '' || source === 'overpayment' ? undefined : Number(source),
      method,
      reason,
      reference,
      expected_version: opened.version,
    }),
    send: (body) =>
      sendExpected((expected_version) =>
        refund.mutateAsync({ params: { order_id: order.id }, body: { ...body, expected_version } }),
      ),
  })
  const [source, amount] = form.watch(['source', 'amount'])
  const choice = choices.find((option) => option.source === source) ?? choices[0]
  const needsApproval =
    !approved &&
    money.refundable.single_approver_limit !== null &&
    parseAmount(amount) > money.refundable.single_approver_limit
  return (
    <FormDialog
      open
      onClose={onClose}
      danger
      title={`Refund order ${order.id}`}
      submit={needsApproval ? 'Propose refund' : 'Record refund'}
      disabled={!choice}
      {...form.dialog}
    >
      <OrderChanges opened={opened} latest={latest} />
      {ledger}
      {choice ? (
        <p className="figures">
          {ledger ? '' : `You owe the customer ${formatDollars(money.refundable.total)}. `}Send the money first, then
          record it here.
        </p>
      ) : (
        <p>No refund is due anymore.</p>
      )}
      {choices.length > 1 ? (
        <Select
          label="For"
          {...form.field('source', {
            onChange: ({ target }) =>
              form.setValue(
                'amount',
                (choices.find((option) => option.source === target.value)?.amount ?? 0).toFixed(2),
              ),
          })}
        >
          {choices.map(({ source, label, amount }) => (
            <option key={source} value={source}>{`${label}, up to ${formatDollars(amount)}`}</option>
          ))}
        </Select>
      ) : (
        choice && <p className="figures">{`For: ${choice.label}, up to ${formatDollars(choice.amount)}`}</p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <MoneyField label="Amount" {...form.field('amount')} autoFocus />
        <PaymentMethodSelect label="Method" {...form.field('method')} />
      </div>
      <TextField label="Reason" {...form.field('reason')} />
      <TextField label="Check or transfer number" optional {...form.field('reference')} />
      {needsApproval && (
        <Alert tone="warning">{`Refunds over ${formatDollars(money.refundable.single_approver_limit ?? 0)} need a second approval. Once approved, send the money, then record it here.`}</Alert>
      )}
      {approved && (
        <Alert tone="success">{`Approved by ${approval?.decided_by ?? 'someone else'}: ${formatDollars(approved.amount)}. If you change the amount, method, reason or reference, it will need approval again.`}</Alert>
      )}
    </FormDialog>
  )
}
