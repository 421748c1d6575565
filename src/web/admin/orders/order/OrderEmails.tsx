import { MailDrawer } from '#web/admin/mail/MailDrawer.tsx'
import { emailName, emailStates } from '#web/admin/mail/mail-labels.ts'
import { Section } from '../../ui/Section.tsx'
import { StateDot } from '../../ui/StateDot.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { usePageUrl } from '../../ui/use-page-url.ts'
import type { OrderRecord } from './order-record.ts'

/** Emails to the customer, newest first; each opens as it was written and can be resent. */
export function OrderEmails({ record: { mails } }: { record: OrderRecord }) {
  const url = usePageUrl()
  return (
    <Section title="Emails">
      {mails.length === 0 ? (
        <p className="pt-3 text-muted">No emails on record.</p>
      ) : (
        <ul>
          {mails.toReversed().map(({ id, mail, state, queued_at, attempts, resends }) => (
            <li key={id} className="border-b border-hairline py-2">
              <button type="button" className="text-link tap-target text-left" onClick={() => url.change({ mail: id })}>
                {emailName(mail)}
              </button>
              <p className="flex flex-wrap justify-between gap-x-3 text-small text-muted">
                <StateDot tone={emailStates[state].tone}>
                  {emailStates[state].label}
                  {attempts > 1 && ` after ${attempts} tries`}
                  {resends > 0 && `, ${resends + 1} times`}
                </StateDot>
                <TimeAgo at={queued_at} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <MailDrawer id={url.get('mail')} onClose={() => url.change({ mail: undefined }, { replace: true })} />
    </Section>
  )
}
