import { Alert } from '#web/ui/Alert.tsx'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Button } from '../ui/Button.tsx'
import { formatCount, type Newsletter, processedCount } from './newsletter-labels.ts'

/** Sending progress. Sending continues when the page is closed and after a server restart. */
export function NewsletterProgress({ newsletter }: { newsletter: Newsletter }) {
  const { id, state, stopped_by, error, counts } = newsletter
  const params = { newsletter_id: id }
  const stop = useAdminMutation('stopNewsletter', { successMessage: 'Sending stopped.' })
  const resume = useAdminMutation('resumeNewsletter', { successMessage: 'Sending resumed.' })
  const processed = processedCount(counts)
  const percent = counts.recipients === 0 ? 0 : Math.floor((100 * processed) / counts.recipients)
  const progress = `${formatCount(processed)} of ${formatCount(counts.recipients)}`
  const isSending = state === 'sending'
  return (
    <section aria-label="Progress" className="grid max-w-form gap-3 rounded-card border border-hairline bg-raised p-5">
      <p className="font-[560]">
        {isSending
          ? 'Sending'
          : stopped_by === 'mail_server'
            ? 'Stopped: no mail server has accepted an email for a day'
            : 'Stopped'}
      </p>
      <div
        role="progressbar"
        aria-label="Sent so far"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={progress}
        className="h-1.5 overflow-hidden rounded-pill bg-sunken"
      >
        <div
          className={`h-full rounded-pill transition-[width] ${isSending ? 'bg-accent' : 'bg-edge'}`}
          style={{ width: `${Math.max(2, percent)}%` }}
        />
      </div>
      {isSending && error !== '' && (
        <Alert tone="warning">
          <span>
            The mail server isn’t accepting emails right now (<code>{error}</code>). Sending retries automatically for a
            day.
          </span>
        </Alert>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="figures text-small text-muted">
          {progress}
          {isSending && '. You can leave this page.'}
        </p>
        {isSending ? (
          <Button kind="danger" busy={stop.isPending} onClick={() => stop.mutate({ params })}>
            Stop
          </Button>
        ) : (
          <Button kind="primary" busy={resume.isPending} onClick={() => resume.mutate({ params })}>
            Send the remaining {formatCount(counts.remaining)}
          </Button>
        )}
      </div>
    </section>
  )
}
