import { useQuery } from '@tanstack/react-query'
import { adminUrl } from '../api/api.ts'
import { adminQuery } from '../api/query.ts'
import { useHasPermission } from '../api/session.tsx'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Loaded } from '../ui/states.tsx'
import { formatDateTime } from '../ui/TimeAgo.tsx'
import { emailName, emailStates } from './mail-labels.ts'

/** Preview of an email as it would be rendered now; its secret links do not work. */
export function MailDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <Dialog open={id !== undefined} onClose={onClose} title="Email" variant="drawer">
      {id !== undefined && <MailDetails id={id} />}
    </Dialog>
  )
}

function MailDetails({ id }: { id: string }) {
  const email = useQuery(adminQuery('mail', { params: { mail_id: id } }))
  const canChange = useHasPermission('orders.change')
  const resend = useAdminMutation('resendMail', { successMessage: 'The email will be sent again, with fresh links.' })
  const retry = useAdminMutation('retryMails', { successMessage: 'The email will be retried.' })
  return (
    <Loaded query={email}>
      {({ mail: kind, state, recipient, subject, queued_at, sent_at, attempts, reason, resends, content, version }) => (
        <div className="flex grow flex-col gap-4">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1">
            <dt className="text-muted">To</dt>
            <dd className="break-words">{recipient ?? 'recipient removed'}</dd>
            <dt className="text-muted">Subject</dt>
            <dd>{content?.subject ?? subject ?? emailName(kind)}</dd>
            <dt className="text-muted">Status</dt>
            <dd>
              {emailStates[state].label}
              {sent_at ? ` on ${formatDateTime(sent_at)}` : ` since ${formatDateTime(queued_at)}`}
              {attempts > 1 && `, after ${attempts} tries`}
              {resends > 0 && `; sent again ${resends === 1 ? 'once' : `${resends} times`}`}
            </dd>
            {reason && (
              <>
                <dt className="text-muted">Why it failed</dt>
                <dd className="break-words">{reason}</dd>
              </>
            )}
          </dl>
          {canChange && (
            <div className="flex flex-wrap gap-2">
              {state === 'failed' && (
                <Button
                  kind="primary"
                  busy={retry.isPending}
                  onClick={() => retry.mutate({ body: { mail_ids: [id] } })}
                >
                  Retry
                </Button>
              )}
              {state === 'sent' && content && recipient && (
                <Button
                  busy={resend.isPending}
                  onClick={() => resend.mutate({ params: { mail_id: id }, body: { expected_version: version } })}
                >
                  Send again
                </Button>
              )}
            </div>
          )}
          {content ? (
            <iframe
              title="The email as its recipient sees it"
              src={adminUrl('mailPage', { params: { mail_id: id } })}
              sandbox=""
              className="min-h-80 w-full grow rounded-card border border-hairline bg-white"
            />
          ) : (
            <p className="text-muted">This email can no longer be shown because the record behind it was deleted.</p>
          )}
        </div>
      )}
    </Loaded>
  )
}
