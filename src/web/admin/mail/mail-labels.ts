import type { AdminResponse } from '#contract/admin-calls.ts'
import type { StateTone } from '../ui/StateDot.tsx'

type MailState = AdminResponse<'mails'>['data'][number]['state']

export const emailStates: Record<MailState, { label: string; tone: StateTone }> = {
  queued: { label: 'Queued', tone: 'idle' },
  retrying: { label: 'Retrying', tone: 'waiting' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
}

/** Turns `order_placed` or `orderPlaced` into `Order placed`. */
export function emailName(mail: string): string {
  const text = mail
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
