import type { AdminAnswer } from '#contract/admin-calls.ts'
import type { StateTone } from '../ui/StateDot.tsx'

type MailState = AdminAnswer<'mails'>['data'][number]['state']

export const mailStates: Record<MailState, { words: string; tone: StateTone }> = {
  queued: { words: 'Queued', tone: 'idle' },
  retrying: { words: 'Retrying', tone: 'waiting' },
  sent: { words: 'Sent', tone: 'good' },
  failed: { words: 'Failed', tone: 'bad' },
}

/** Turns `order_placed` or `orderPlaced` into `Order placed`. */
export function mailName(mail: string): string {
  const words = mail
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
