import type { AdminResponse } from '#contract/admin-calls.ts'
import type { StateTone } from '../ui/StateDot.tsx'

export type NewsletterRow = AdminResponse<'newsletters'>['data'][number]
export type Newsletter = AdminResponse<'newsletter'>
export type Texts = { subject: string; body: string }
export type Delivery = AdminResponse<'deliveries'>['data'][number]

/** Path segment of a newsletter that is not saved yet. */
export const NEW_NEWSLETTER = 'new'

export const formatCount = (value: number): string => value.toLocaleString('en-US')

export const subjectOf = ({ subject }: { subject: string }): string => subject || 'No subject'

/** Number of recipients already processed. */
export const processedCount = ({ recipients, remaining }: NewsletterRow['counts']): number => recipients - remaining

export const undeliveredCount = ({ refused, failed, unknown }: NewsletterRow['counts']): number =>
  refused + failed + unknown

export function newsletterStateLabel({
  state,
  stopped_by,
  counts,
}: Pick<NewsletterRow, 'state' | 'stopped_by' | 'counts'>): {
  label: string
  tone: StateTone
} {
  const progress = `${formatCount(processedCount(counts))} of ${formatCount(counts.recipients)}`
  switch (state) {
    case 'draft':
      return { label: 'Draft', tone: 'idle' }
    case 'sending':
      return { label: `Sending, ${progress}`, tone: 'waiting' }
    case 'stopped':
      return { label: `${stopped_by === 'mail_server' ? 'No mail server' : 'Stopped'}, ${progress}`, tone: 'bad' }
    case 'sent':
      return { label: 'Sent', tone: 'good' }
  }
}

/** A draft, which has no author until it is saved. */
export type Draft = Texts & { version: string; changed?: Newsletter['changed'] }

export const draftFacts = ({ changed }: Draft): Record<string, string> => ({ 'Changed by': changed?.by ?? '' })

export const deliveryLabels: Record<Delivery['state'], { tab: string; label: string; tone: StateTone }> = {
  waiting: { tab: 'Retrying', label: 'Retrying later', tone: 'waiting' },
  refused: { tab: 'Invalid address', label: 'Invalid address', tone: 'bad' },
  failed: { tab: 'Failed', label: 'Failed', tone: 'bad' },
  unknown: { tab: 'Unconfirmed', label: 'Unconfirmed', tone: 'idle' },
}
export const deliveryStates = Object.keys(deliveryLabels) as Delivery['state'][]

/** Elements that can be inserted besides plain text. */
export const insertions: readonly { name: string; text: string; isBlock: boolean }[] = [
  { name: 'Heading', text: '# A heading', isBlock: true },
  { name: 'List', text: '- One thing\n- Another', isBlock: true },
  { name: 'Link', text: '[a link](https://)', isBlock: false },
  { name: 'Button', text: '[See it in the store](/packages)', isBlock: true },
]
