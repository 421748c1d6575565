import type { MessageState } from '#contract/messages/admin-calls.ts'
import type { StateTone } from '../ui/StateDot.tsx'

export const messageStateLabels: Record<MessageState, { label: string; tone: StateTone }> = {
  open: { label: 'Open', tone: 'waiting' },
  answered: { label: 'Answered', tone: 'good' },
  spam: { label: 'Spam', tone: 'idle' },
}
