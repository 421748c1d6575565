import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '../api/query.ts'
import { MailDrawer } from '../mail/MailDrawer.tsx'
import { emailName, emailStates } from '../mail/mail-labels.ts'
import { Section } from '../ui/Section.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Loaded, RowsSkeleton } from '../ui/states.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'

/** Emails to the member, newest first; each opens as it was written and can be resent. */
export function MemberEmails({ id }: { id: number }) {
  const url = usePageUrl()
  const emails = useQuery(adminQuery('mailsOfMember', { params: { member_id: id } }))
  return (
    <Section title="Emails">
      <Loaded query={emails} skeleton={<RowsSkeleton rows={3} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="pt-3 text-muted">No emails on record.</p>
          ) : (
            <ul className="divide-y divide-hairline">
              {data.map(
                ({ id: mailId, mail, subject, recipient, state, queued_at, sent_at, attempts, reason, resends }) => (
                  <li
                    key={mailId}
                    className="grid grid-cols-1 gap-x-6 gap-y-0.5 py-2 sm:grid-cols-[minmax(0,1fr)_auto]"
                  >
                    <button
                      type="button"
                      className="text-link tap-target min-w-0 justify-self-start text-left break-words"
                      onClick={() => url.change({ mail: mailId })}
                    >
                      {subject ?? emailName(mail)}
                    </button>
                    <p className="flex flex-wrap gap-x-4 text-small text-muted sm:justify-end">
                      <StateDot tone={emailStates[state].tone}>
                        {emailStates[state].label}
                        {attempts > 1 && ` after ${attempts} tries`}
                        {resends > 0 && `, ${resends + 1} times`}
                      </StateDot>
                      <TimeAgo at={sent_at ?? queued_at} />
                    </p>
                    <p className="text-small break-words text-muted sm:col-span-2">
                      {recipient ?? 'no recipient'}
                      {reason && ` – ${reason}`}
                    </p>
                  </li>
                ),
              )}
            </ul>
          )
        }
      </Loaded>
      <MailDrawer id={url.get('mail')} onClose={() => url.change({ mail: undefined }, { replace: true })} />
    </Section>
  )
}
