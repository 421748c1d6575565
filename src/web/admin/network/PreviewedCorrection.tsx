import type { CorrectionPreview } from '#contract/admin-correction.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { monthName } from '#contract/month-words.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Button } from '../ui/Button.tsx'
import { FactList } from '../ui/FactList.tsx'
import { Section } from '../ui/Section.tsx'
import { CorrectionOutcome } from './CorrectionOutcome.tsx'
import { factsToShow } from './correction-words.ts'

type PreviewedCorrectionProps = {
  preview: CorrectionPreview
  /** The data changed since the previous preview. */
  isNew: boolean
  isBusy: boolean
  onPropose: () => void
}

export function PreviewedCorrection({ preview, isNew, isBusy, onPropose }: PreviewedCorrectionProps) {
  const { waiting, month, name } = preview
  return (
    <Section title="Preview" note={`booked in ${monthName(month)}`}>
      <div className="grid gap-5 pt-4">
        {isNew && (
          <Alert tone="warning">
            Something that it rests on has changed since you looked. This is how it is now; nothing was proposed.
          </Alert>
        )}
        {waiting && !waiting.same && (
          <Alert tone="warning">
            {waiting.proposed_by} has proposed another correction of the same bonus. Yours would take its place, and
            theirs would be void.
          </Alert>
        )}
        <CorrectionOutcome preview={preview} />
        <div>
          <h3 className="pb-2 text-small text-muted">
            What a second person approves; where it is not so any more, the approval is void.
          </h3>
          <FactList facts={factsToShow(preview.facts)} />
        </div>
        {waiting?.same ? (
          <p>
            {waiting.proposed_by} has proposed exactly this.{' '}
            <PageLink to={adminPaths.approvals} className="text-link">
              Somebody else approves it
            </PageLink>
            .
          </p>
        ) : (
          <div>
            <Button kind="primary" busy={isBusy} onClick={onPropose} aria-label={`Propose the correction for ${name}`}>
              Propose the correction
            </Button>
          </div>
        )}
      </div>
    </Section>
  )
}
