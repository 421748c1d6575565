import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import type { Texts } from './mail-text-labels.ts'
import { TextDifferences } from './TextDifferences.tsx'

type ConflictingVersionProps<Version> = { conflict: Version; draft: Texts; onUse: (conflict: Version) => void }

/** The version saved by someone else, next to the unsaved text. */
export const ConflictingVersion = <Version extends Texts>({
  conflict,
  draft,
  onUse,
}: ConflictingVersionProps<Version>) => (
  <Alert tone="note">
    <div className="grid min-w-0 gap-2">
      <p>Below is the current version. Saving replaces it with yours.</p>
      <TextDifferences before={conflict} after={draft} />
      <Button kind="quiet" className="justify-self-start" onClick={() => onUse(conflict)}>
        Use theirs
      </Button>
    </div>
  </Alert>
)
