import { monthName } from '#contract/compensation/month-labels.ts'
import { anySetting, isSettingKey } from '#server/platform/settings/registry.ts'

type Proposal = { subject: string; figure: (name: string) => string }

const titles = {
  'staff.add': ({ subject }) => `Add ${subject} to the staff`,
  'staff.change': ({ figure }) => `Change the account of ${figure('email')}`,
  'setting.change': ({ subject }) =>
    `Change the setting “${isSettingKey(subject) ? anySetting(subject).name : subject}”`,
  'plan.publish': ({ subject }) => `Publish the plan effective ${monthName(subject)}`,
  'month.close': ({ subject }) => `Close ${monthName(subject)}`,
  'month.pay': ({ subject }) => `Mark ${monthName(subject)} as paid`,
  'payout.send': ({ figure }) => `Send the ${monthName(figure('month'))} payout of member ${figure('member')} manually`,
  'payment.refund': ({ subject }) => `Refund order ${subject}`,
  'bonus.correct': ({ figure }) =>
    `Correct the ${figure('bonus')} of member ${figure('member')}, ${monthName(figure('concerns'))}`,
  'member.sponsor': ({ figure }) =>
    `Change the sponsor of member ${figure('member')} from ${monthName(figure('from month'))}`,
} satisfies Record<string, (proposal: Proposal) => string>

/** Actions that need two people. */
export type GuardedKind = keyof typeof titles

type ApprovalSubject = { action: string; subject: string; preview: string }

/** Title of a proposal for the inbox and the email: `Close March 2026`. */
export function formatApprovalTitle({ action, subject, preview }: ApprovalSubject): string {
  // Another release running at the same time may guard actions that this one does not know.
  if (!Object.hasOwn(titles, action)) return `${action} ${subject}`
  const figures: Record<string, unknown> = JSON.parse(preview)
  return titles[action as GuardedKind]({ subject, figure: (name) => String(figures[name] ?? '') })
}
