import { adminPaths } from '#contract/admin-paths.ts'
import type { CorrectionPreview } from '#contract/compensation/corrections.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Button } from '../ui/Button.tsx'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FactList } from '../ui/FactList.tsx'
import { Section } from '../ui/Section.tsx'
import { CorrectionOutcome } from './CorrectionOutcome.tsx'
import { correctionFacts, visibleFacts } from './correction-labels.ts'

type PreviewedCorrectionProps = {
  /** The preview as first shown. */
  opened: CorrectionPreview
  /** The preview as it was opened, or the current one if someone else changed its inputs. */
  preview: CorrectionPreview
  isBusy: boolean
  onPropose: () => void
}

export function PreviewedCorrection({ opened, preview, isBusy, onPropose }: PreviewedCorrectionProps) {
  const { waiting, month, name } = preview
  return (
    <Section title="Preview" note={`recorded in ${monthName(month)}`}>
      <div className="grid gap-5 pt-4">
        <ConcurrentChanges opened={opened} latest={preview} facts={correctionFacts} />
        {waiting && !waiting.same && (
          <Alert tone="warning">
            {waiting.proposed_by} has proposed another correction of the same bonus. Yours would replace it.
          </Alert>
        )}
        <CorrectionOutcome preview={preview} />
        <div>
          <h3 className="pb-2 text-small text-muted">
            A second person approves exactly this. If anything changes first, the approval is void.
          </h3>
          <FactList facts={visibleFacts(preview.facts)} />
        </div>
        {waiting?.same ? (
          <p>
            {waiting.proposed_by} has proposed exactly this.{' '}
            <PageLink to={adminPaths.approvals} className="text-link">
              Someone else must approve it
            </PageLink>
            .
          </p>
        ) : (
          <div>
            <Button kind="primary" busy={isBusy} onClick={onPropose} aria-label={`Propose correction for ${name}`}>
              Propose correction
            </Button>
          </div>
        )}
      </div>
    </Section>
  )
}
