import { useState } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { sendPayoutCall } from '#contract/compensation/admin-payouts.ts'
import { isManualMethod, type SentMethod } from '#domain/compensation/rules/payout-steps.ts'
import { formatDollars } from '#domain/money/money.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Select, TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { methodLabels, type Payout, payoutFacts } from './month-labels.ts'
import type { PayoutApproval } from './payout-approval.ts'

type SendPayoutProps = {
  month: string
  payout: Payout
  /** Limit for manual payouts by one person, and whether larger ones need a second person. */
  manualLimits: AdminResponse<'payouts'>['manual']
  approval: PayoutApproval | undefined
  onClose: () => void
}

/** Records an unsent payout as sent: by the member's method, or manually; above the limit, two people are required. */
export function SendPayout({ month, payout, manualLimits, approval, onClose }: SendPayoutProps) {
  const { opened, latest, sendExpected } = useExpectedVersion(payout)
  const [method, setMethod] = useState<SentMethod>(approval?.method ?? payout.method?.kind ?? 'other')
  const isManual = isManualMethod(method)
  const isAboveLimit = isManual && payout.amount > manualLimits.single_approver_limit
  const approved = approval?.state === 'approved' ? approval : undefined
  const needsApproval = isAboveLimit && manualLimits.requires_two_approvers && !(approved && method === approved.method)
  const send = useAdminMutation('sendPayout', {
    hideErrorToast: true,
    successMessage: ({ approval_id }) =>
      approval_id === null
        ? 'Payout marked as sent. The member will get an email.'
        : 'Sent for approval. Nothing is recorded yet, so don’t send the money yet.',
  })
  const form = useAdminForm({
    call: sendPayoutCall,
    fields: { reference: approval?.reference ?? '', reason: approval?.reason ?? '' },
    body: ({ reference, reason }) => ({
      method,
      reference,
      ...(isManual && { reason }),
      expected_version: opened.version,
    }),
    send: (body) =>
      sendExpected((expected_version) =>
        send.mutateAsync({ params: { month, member_id: payout.member_id }, body: { ...body, expected_version } }),
      ),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`${needsApproval ? 'Payout to' : 'Payout sent to'} ${payout.name}`}
      submit={needsApproval ? 'Propose payout' : 'Mark as sent'}
      {...form.dialog}
    >
      <ConcurrentChanges opened={opened} latest={latest} facts={payoutFacts} />
      <p>
        {formatDollars(payout.amount)}. Quick Pay and check go where the member chose; anything else needs a reference.
      </p>
      <Select
        name="method"
        label="Method"
        value={method}
        onChange={(event) => setMethod(event.currentTarget.value as SentMethod)}
      >
        {Object.entries(methodLabels).map(([method, label]) => (
          <option key={method} value={method}>
            {label}
          </option>
        ))}
      </Select>
      <TextField
        {...form.field('reference')}
        label="Reference"
        placeholder={isManual ? 'Who receives it, and how' : 'Check or confirmation number'}
        optional={!isManual}
        autoFocus
      />
      {isManual && <TextField {...form.field('reason')} label="Reason" optional={!isAboveLimit} />}
      {needsApproval && (
        <Alert tone="warning">
          {`One person can send only ${formatDollars(manualLimits.single_approver_limit)} more manually this month, so this needs a second approval. Once approved, send the money, then mark it as sent.`}
        </Alert>
      )}
      {approved && method === approved.method && (
        <Alert tone="success">
          {`Approved by ${approved.decided_by ?? 'someone else'}. If you change the reference or reason, it will need approval again.`}
        </Alert>
      )}
    </FormDialog>
  )
}
