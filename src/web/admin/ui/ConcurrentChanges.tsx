import type { ReactNode } from 'react'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from './Button.tsx'

type ConcurrentChangesProps<Shown> = {
  /** The record when the form opened. */
  opened: Shown
  /** The record as it is now. */
  latest: Shown
  /** The parts of the record that matter to the form, by label. */
  facts: (record: Shown) => Record<string, string>
  /** Discards what was entered in favor of the current record. */
  onUseTheirs?: () => void
  /** A comparison that does not fit a fact, such as that of two texts. */
  children?: ReactNode
}

/** Shows in a form what someone else changed since it opened; submitting again is then based on it. */
export function ConcurrentChanges<Shown extends { version: string }>({
  opened,
  latest,
  facts,
  onUseTheirs,
  children,
}: ConcurrentChangesProps<Shown>) {
  if (latest.version === opened.version) return null
  const [before, now] = [facts(opened), facts(latest)]
  const changed = Object.keys({ ...before, ...now }).filter((label) => now[label] !== before[label])
  return (
    <Alert tone="note">
      <div className="grid min-w-0 gap-2">
        <p>Someone else changed this. Check what it is now before you apply your change to it.</p>
        {changed.length > 0 && (
          <dl className="grid gap-1">
            {changed.map((label) => (
              <div key={label} className="flex flex-wrap gap-x-2">
                <dt className="font-medium">{label}:</dt>
                <dd>
                  <s className="text-muted">{before[label] || 'None'}</s> {now[label] || 'None'}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {children}
        {onUseTheirs && (
          <Button kind="quiet" className="justify-self-start" onClick={onUseTheirs}>
            Use theirs
          </Button>
        )}
      </div>
    </Alert>
  )
}
