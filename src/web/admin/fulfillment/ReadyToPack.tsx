import type { AdminBody } from '#contract/admin-calls.ts'
import { calendarDay } from '#contract/orders/labels.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { NextButton, StickyActionBar } from './StickyActionBar.tsx'
import { countOf, type PackOrder, type PickedCounts, packedLines, stepsOf } from './steps.ts'

type ReadyToPackProps = {
  order: PackOrder
  picked: PickedCounts
  isPacking: boolean
  onPack: (lines: AdminBody<'packOrder'>['lines']) => void
  onAgain: () => void
  onNext: () => void
}

/** Every line is handled: shows what goes into the parcel and what does not. */
export function ReadyToPack({ order, picked, isPacking, onPack, onAgain, onNext }: ReadyToPackProps) {
  const lines = packedLines(order, picked)
  const isNothing = lines?.length === 0
  return (
    <>
      <div className="grid grow content-start gap-4">
        <h2 className="display text-title">
          {isNothing ? 'Nothing found' : lines ? 'Only part found' : 'Everything picked'}
        </h2>
        {order.clears_on !== null && (
          <Alert tone="warning">
            Paid, not cleared: the check clears on {calendarDay(order.clears_on)}. It may still bounce.
          </Alert>
        )}
        {lines && !isNothing && <p className="text-muted">The rest stays open.</p>}
        <ul aria-label="Picked" className="border-t border-hairline">
          {stepsOf(order).map((step) => {
            const count = countOf(step, picked)
            return (
              <li key={step.key} className="grid grid-cols-[minmax(0,1fr)_auto] gap-4 border-b border-hairline py-2">
                <span>{step.name}</span>
                <span className={`figures ${count < step.wanted ? 'font-[560] text-danger' : ''}`}>
                  {count === step.wanted ? count : `${count} of ${step.wanted}`}
                </span>
              </li>
            )
          })}
        </ul>
      </div>
      <StickyActionBar>
        {isNothing ? (
          <NextButton onClick={onNext}>Next order</NextButton>
        ) : (
          <NextButton busy={isPacking} onClick={() => onPack(lines)}>
            {lines ? 'Pack what you found' : 'Packed'}
            {order.clears_on !== null && ', before the check clears'}
          </NextButton>
        )}
        <Button kind="quiet" className="justify-self-start" onClick={onAgain} disabled={isPacking}>
          Start this order over
        </Button>
      </StickyActionBar>
    </>
  )
}
