import { Ago } from '../../ui/Ago.tsx'
import { StateDot, type StateTone } from '../../ui/StateDot.tsx'
import type { OrderFile } from './order-file.ts'
import { Section } from './Section.tsx'

type Mail = OrderFile['mails'][number]

const states: Record<Mail['state'], { words: string; tone: StateTone }> = {
  waiting: { words: 'waits', tone: 'waiting' },
  tried_again: { words: 'is tried again', tone: 'waiting' },
  sent: { words: 'sent', tone: 'good' },
  given_up: { words: 'given up', tone: 'bad' },
}

/** `order_placed` as `Order placed`. */
const titleOf = (mail: string): string => mail.charAt(0).toUpperCase() + mail.slice(1).replaceAll('_', ' ')

/** What the customer was mailed, the newest first. */
export const MailsOfOrder = ({ file: { mails } }: { file: OrderFile }) => (
  <Section title="Mails">
    {mails.length === 0 ? (
      <p className="pt-3 text-muted">None, or none that the queue still keeps.</p>
    ) : (
      <ul>
        {mails.toReversed().map(({ id, mail, state, queued_at, tries }) => (
          <li key={id} className="border-b border-hairline py-2">
            <p>{titleOf(mail)}</p>
            <p className="flex flex-wrap justify-between gap-x-3 text-small text-muted">
              <StateDot tone={states[state].tone}>
                {states[state].words}
                {tries > 1 && ` after ${tries} tries`}
              </StateDot>
              <Ago at={queued_at} />
            </p>
          </li>
        ))}
      </ul>
    )}
  </Section>
)
