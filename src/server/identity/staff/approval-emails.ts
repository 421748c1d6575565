import { adminPaths } from '#contract/admin-paths.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { button, draftMail, type MailDraft, mailTexts, words } from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { findPendingApproval, findUnmailed, type StoredApproval, setMailed } from './approval.queries.ts'
import { formatApprovalTitle } from './approval-title.ts'
import { findApprovers, findStaffById, lockApprovers } from './staff.queries.ts'

export type ApprovalMail = 'approval_waits' | 'approval_given'

/**
 * Queues the emails about new proposals and approvals; runs as a job. Queuing them here, not in each action that needs
 * approval, also covers proposals from the command line and from an older release.
 */
export async function queueApprovalEmails(trx: Transaction, { jobs }: { jobs: Pick<Jobs, 'queue'> }): Promise<void> {
  await lockApprovers(trx)
  const approvers = await findApprovers(trx)
  for (const approval of await findUnmailed(trx)) {
    const mail = approval.state === 'proposed' ? 'approval_waits' : 'approval_given'
    const recipient =
      mail === 'approval_given'
        ? [approval.proposed_by_id ?? approval.first_approved_by_id]
        : approvers
            .map(({ id }) => id)
            .filter((id) => id !== approval.proposed_by_id && id !== approval.first_approved_by_id)
    await jobs.queue(
      trx,
      'mail',
      recipient.filter((id) => id !== null).map((id) => ({ mail, approval_id: approval.id, staff_id: id })),
    )
    await setMailed(trx, approval.id, mail === 'approval_waits' ? 'pending_mailed_at' : 'approved_mailed_at')
  }
}

export const approvalMailTexts = mailTexts('staff', {
  approval_waits: {
    name: 'Approval needed',
    meaning: 'To approvers, when something needs a second approval',
    subject: 'Approval needed: {what}',
    body: [
      '{proposed_by} proposed this. Nothing happens until someone else approves it.',
      '{approvals_link: Review it}',
    ],
    placeholders: {
      what: words('What needs approval'),
      proposed_by: words('Who proposed it'),
      approvals_link: button('Review it', 'The approvals page of the back office'),
    },
  },
  approval_given: {
    name: 'Approval given',
    meaning: 'To the person who proposed something that was approved and can now be completed',
    subject: 'Approved: {what}',
    body: ['{decided_by} approved this. {next}', '{approvals_link: View it}'],
    placeholders: {
      what: words('What is approved'),
      decided_by: words('Who approved it'),
      next: words('What to do now'),
      approvals_link: button('View it', 'The order, or the approvals page of the back office'),
    },
  },
})

type ApprovalMailInput = Pick<StoredApproval, 'action' | 'subject' | 'preview' | 'proposed_by' | 'decided_by'>

/** Returns undefined if it was decided or executed before its email was written. */
export async function writeApprovalMail(
  { db, settings, config }: { db: Database; settings: Settings; config: { publicUrl: string } },
  { mail, approval_id, staff_id }: { mail: ApprovalMail; approval_id: number; staff_id: number },
): Promise<MailDraft | undefined> {
  const [approval, recipient] = await Promise.all([findPendingApproval(db, approval_id), findStaffById(db, staff_id)])
  if (!approval || !recipient?.active || approval.state !== (mail === 'approval_waits' ? 'proposed' : 'approved'))
    return undefined
  return approvalMail(mail, settings.get('shop_name'), recipient.email, approval, config.publicUrl)
}

export function approvalMail(
  mail: ApprovalMail,
  shop: string,
  recipient: string,
  approval: ApprovalMailInput,
  publicUrl: string,
): MailDraft {
  const what = formatApprovalTitle(approval)
  if (mail === 'approval_waits') {
    const values = { what, proposed_by: approval.proposed_by, approvals_link: publicUrl + adminPaths.approvals }
    return draftMail(approvalMailTexts.approval_waits, recipient, shop, values)
  }
  return draftMail(approvalMailTexts.approval_given, recipient, shop, {
    what,
    decided_by: approval.decided_by ?? '',
    next: sendsMoney(approval.action) ? 'Send the money now, then record it.' : 'You can complete it now.',
    approvals_link: publicUrl + adminPaths.approvals,
  })
}

/** Actions that send money after their approval, so the proposer has to continue. */
const sendsMoney = (action: string): boolean => action === 'payment.refund' || action === 'payout.send'
