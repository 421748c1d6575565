import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import type { MailText } from './mail-text-labels.ts'

/** Changes of the text with author and time; each earlier version can be restored. */
export function MailTextHistory({ stored, onSuccess }: { stored: MailText; onSuccess: (text: MailText) => void }) {
  const { mail, version: expected_version, history } = stored
  const change = useAdminMutation('changeMailText', { successMessage: 'Earlier text restored.', onSuccess })
  const reset = useAdminMutation('resetMailText', { successMessage: 'Default text restored.', onSuccess })
  const reason = 'Undone'
  const restore = (text: MailText['default'] | null) =>
    text
      ? change.mutate({ params: { mail }, body: { ...text, expected_version, reason } })
      : reset.mutate({ params: { mail }, body: { expected_version, reason } })
  if (history.length === 0) return null
  return (
    <Section title="Changes">
      <ol className="divide-y divide-hairline">
        {history.map(({ version: entryVersion, at, by, reason: entryReason, text }, index) => (
          <li key={entryVersion} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2">
            <div className="min-w-0">
              <p className="break-words">{text ? text.subject : 'Reset to default'}</p>
              <p className="text-small text-muted">
                {by}, <TimeAgo at={at} />
                {entryReason && ` – ${entryReason}`}
              </p>
            </div>
            {index === 0 ? (
              <Button
                kind="quiet"
                busy={change.isPending || reset.isPending}
                onClick={() => restore(history[1]?.text ?? null)}
              >
                Undo
              </Button>
            ) : (
              <Button
                kind="quiet"
                aria-label={`Restore version ${entryVersion}`}
                busy={change.isPending || reset.isPending}
                onClick={() => restore(text)}
              >
                Restore this
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}
