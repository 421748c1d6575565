import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import type { Texts } from './mail-text-labels.ts'
import { TextDifferences } from './TextDifferences.tsx'

type ConflictingVersionProps<Theirs> = { theirs: Theirs; draft: Texts; onUse: (theirs: Theirs) => void }

/** The version saved by someone else, next to the unsaved text. */
export const ConflictingVersion = <Theirs extends Texts>({ theirs, draft, onUse }: ConflictingVersionProps<Theirs>) => (
  <Alert tone="note">
    <div className="grid min-w-0 gap-2">
      <p>Below is the current version. Saving replaces it with yours.</p>
      <TextDifferences before={theirs} after={draft} />
      <Button kind="quiet" className="justify-self-start" onClick={() => onUse(theirs)}>
        Use theirs
      </Button>
    </div>
  </Alert>
)
