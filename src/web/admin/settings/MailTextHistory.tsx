import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Ago } from '../ui/TimeAgo.tsx'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'
import type { MailText } from './mail-text-labels.ts'

/** Changes of the text with author and time; each earlier version can be restored. */
export function MailTextHistory({ stored, onDone }: { stored: MailText; onDone: (text: MailText) => void }) {
  const { mail, version, history } = stored
  const change = useAdminMutation('changeMailText', { done: 'Earlier text restored.', onDone })
  const reset = useAdminMutation('resetMailText', { done: 'Default text restored.', onDone })
  const reason = 'Undone'
  const takeAgain = (text: MailText['default'] | null) =>
    text
      ? change.mutate({ params: { mail }, body: { ...text, version, reason } })
      : reset.mutate({ params: { mail }, body: { version, reason } })
  if (history.length === 0) return null
  return (
    <Section title="Changes">
      <ol className="divide-y divide-hairline">
        {history.map(({ version: its, at, by, reason: why, text }, index) => (
          <li key={its} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2">
            <div className="min-w-0">
              <p className="break-words">{text ? text.subject : 'Reset to default'}</p>
              <p className="text-small text-muted">
                {by}, <Ago at={at} />
                {why && ` – ${why}`}
              </p>
            </div>
            {index === 0 ? (
              <Button
                kind="quiet"
                busy={change.isPending || reset.isPending}
                onClick={() => takeAgain(history[1]?.text ?? null)}
              >
                Undo
              </Button>
            ) : (
              <Button
                kind="quiet"
                aria-label={`Restore version ${its}`}
                busy={change.isPending || reset.isPending}
                onClick={() => takeAgain(text)}
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
