import { useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import { fillPath } from '#contract/paths.ts'
import { formatDollars } from '#domain/money/money.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { adminUrl } from '../api/api.ts'
import { useHasPermission } from '../api/session.tsx'
import { useDownload } from '../api/use-download.ts'
import { pluralize } from '../payments/transaction-labels.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'
import { type ManagedMonth, openPayoutCount } from './month-labels.ts'
import { PayDialog } from './PayDialog.tsx'

/** Downloads the list for the bank and records that it was sent. */
export function PaySection({ month }: { month: ManagedMonth }) {
  const { before, approvals, ready, payouts } = month
  const [isPaying, setPaying] = useState(false)
  const canPay = useHasPermission('months.pay')
  const canApprove = useHasPermission('approve')
  const download = useDownload()
  const [earlierMonth] = before.to_pay
  const pendingApproval = approvals.pay
  const blockedCount = openPayoutCount(payouts) - (ready?.payouts ?? 0)
  return (
    <Section title="Paying">
      <div className="grid justify-items-start gap-4 pt-4">
        <p className="max-w-text">
          <span className="figures display text-title">{formatDollars(ready?.amount ?? 0)}</span> ready to send to{' '}
          {pluralize(ready?.payouts ?? 0, 'member')} (see <code>can_be_sent</code> in the CSV).
          {blockedCount > 0 &&
            ` ${blockedCount.toLocaleString('en-US')} more ${blockedCount === 1 ? 'is' : 'are'} on hold, failed, without a payment method, or going where the last payout failed: ${blockedCount === 1 ? 'it stays' : 'they stay'} open when the month is marked as paid.`}
        </p>
        {pendingApproval && (
          <Alert tone="note">
            <span className="grid justify-items-start gap-2">
              <span>
                {pendingApproval.proposed_by} proposed to mark it as paid: “{pendingApproval.reason}” Once someone else
                approves it, the payouts are recorded.
              </span>
              {canApprove && (
                <ButtonLink to={adminPaths.approvals}>
                  {pendingApproval.proposed_by_viewer ? 'Go to approvals' : 'Review'}
                </ButtonLink>
              )}
            </span>
          </Alert>
        )}
        {earlierMonth && (
          <Alert tone="warning">
            <span>
              Pay months in order. Earlier:{' '}
              <PageLink to={fillPath(adminPaths.month, { month: earlierMonth })} className="text-link">
                {monthName(earlierMonth)}
              </PageLink>
            </span>
          </Alert>
        )}
        {canPay && (
          <div className="flex flex-wrap gap-2">
            {!pendingApproval && !earlierMonth && (
              <Button kind="primary" onClick={() => setPaying(true)}>
                Mark as paid…
              </Button>
            )}
            <Button
              busy={download.isPending}
              onClick={() => download.mutate(adminUrl('payoutFile', { params: { month: month.month } }))}
            >
              Payouts as CSV
            </Button>
          </div>
        )}
      </div>
      {isPaying && <PayDialog month={month} onClose={() => setPaying(false)} />}
    </Section>
  )
}
