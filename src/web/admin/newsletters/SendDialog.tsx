import { adminPaths } from '#contract/admin-paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useHasPermission } from '../api/session.tsx'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { formatCount, type Newsletter, subjectOf } from './newsletter-labels.ts'

type SendDialogProps = {
  newsletter: Newsletter
  /** Sends the version that the editor shows. */
  onSend: (send: (expectedVersion: string) => Promise<unknown>) => Promise<unknown>
  onClose: () => void
}

/** Final confirmation: shows the number of recipients and that sending cannot be undone. */
export function SendDialog({ newsletter, onSend, onClose }: SendDialogProps) {
  const canSet = useHasPermission('settings.change')
  const send = useAdminMutation('sendNewsletter', {
    hideErrorToast: true,
    successMessage: 'The newsletter is being sent.',
  })
  const { subscriber_count, postal_address } = newsletter
  return (
    <FormDialog
      open
      onClose={onClose}
      title={
        subscriber_count === 1
          ? 'Send it to one subscriber?'
          : `Send it to ${formatCount(subscriber_count)} subscribers?`
      }
      submit={`Send to ${formatCount(subscriber_count)}`}
      disabled={subscriber_count === 0}
      focusSubmit={subscriber_count > 0}
      onSubmit={() =>
        onSend((expected_version) =>
          send.mutateAsync({ params: { newsletter_id: newsletter.id }, body: { expected_version } }),
        )
      }
    >
      <p className="break-words">
        <span className="font-[560]">{subjectOf(newsletter)}</span>
      </p>
      {subscriber_count === 0 ? (
        <p>No one has confirmed a subscription yet. You can send the newsletter once someone has.</p>
      ) : (
        <p>
          It goes to everyone who has confirmed their subscription. Sent emails can’t be recalled, but you can stop the
          rest.
        </p>
      )}
      {postal_address === '' && (
        <Alert tone="warning">
          <span>
            Your postal address is missing. US law requires it in marketing emails.{' '}
            {canSet ? (
              <PageLink to={adminPaths.settings} className="text-link">
                Enter it in the settings
              </PageLink>
            ) : (
              'An owner can enter it in Settings.'
            )}
          </span>
        </Alert>
      )}
    </FormDialog>
  )
}
