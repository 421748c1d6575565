import type { AdminAnswer } from '#contract/admin-calls.ts'
import { ApiError } from '#web/api/api.ts'
import type { StateTone } from '../ui/StateDot.tsx'

export type NewsletterRow = AdminAnswer<'newsletters'>['data'][number]
export type Newsletter = AdminAnswer<'newsletter'>
export type Texts = { subject: string; body: string }
export type Delivery = AdminAnswer<'deliveries'>['data'][number]

/** Path segment of a newsletter that is not saved yet. */
export const NEW_NEWSLETTER = 'new'

export const whole = (value: number): string => value.toLocaleString('en-US')

export const subjectOf = ({ subject }: { subject: string }): string => subject || 'No subject'

/** Number of recipients already processed. */
export const processedCount = ({ recipients, remaining }: NewsletterRow['counts']): number => recipients - remaining

export const notReached = ({ refused, failed, unknown }: NewsletterRow['counts']): number => refused + failed + unknown

export function stateOf({ state, stopped_by, counts }: Pick<NewsletterRow, 'state' | 'stopped_by' | 'counts'>): {
  words: string
  tone: StateTone
} {
  const soFar = `${whole(processedCount(counts))} of ${whole(counts.recipients)}`
  switch (state) {
    case 'draft':
      return { words: 'Draft', tone: 'idle' }
    case 'sending':
      return { words: `Sending, ${soFar}`, tone: 'waiting' }
    case 'stopped':
      return { words: `${stopped_by === 'mail_server' ? 'No mail server' : 'Stopped'}, ${soFar}`, tone: 'bad' }
    case 'sent':
      return { words: 'Sent', tone: 'good' }
  }
}

/** Returns the current draft from a conflict response; undefined for any other error. */
export function draftNow(error: unknown): Newsletter | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  return error.problem?.newsletter as Newsletter | undefined
}

export const deliveryLabels: Record<Delivery['state'], { tab: string; words: string; tone: StateTone }> = {
  waiting: { tab: 'Retrying', words: 'Retrying later', tone: 'waiting' },
  refused: { tab: 'Invalid address', words: 'Invalid address', tone: 'bad' },
  failed: { tab: 'Failed', words: 'Failed', tone: 'bad' },
  unknown: { tab: 'Unconfirmed', words: 'Unconfirmed', tone: 'idle' },
}
export const deliveryStates = Object.keys(deliveryLabels) as Delivery['state'][]

/** Elements that can be inserted besides plain text. */
export const insertions: readonly { name: string; text: string; isAlone: boolean }[] = [
  { name: 'Heading', text: '# A heading', isAlone: true },
  { name: 'List', text: '- One thing\n- Another', isAlone: true },
  { name: 'Link', text: '[a link](https://)', isAlone: false },
  { name: 'Button', text: '[See it in the store](/packages)', isAlone: true },
]
