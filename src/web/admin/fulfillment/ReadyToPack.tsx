import type { AdminBody } from '#contract/admin-calls.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { NextButton, StickyActionBar } from './StickyActionBar.tsx'
import { type PackOrder, type PickedCounts, packedLines, pickedCount, stepsOf } from './steps.ts'

type ReadyToPackProps = {
  order: PackOrder
  picked: PickedCounts
  isPacking: boolean
  onPack: (lines: AdminBody<'packOrder'>['lines']) => void
  onRestart: () => void
  onNext: () => void
}

/** Every line is handled: shows what goes into the shipment and what does not. */
export function ReadyToPack({ order, picked, isPacking, onPack, onRestart, onNext }: ReadyToPackProps) {
  const lines = packedLines(order, picked)
  const isEmpty = lines?.length === 0
  return (
    <>
      <div className="grid grow content-start gap-4">
        <h2 className="display text-title">
          {isEmpty ? 'Nothing found' : lines ? 'Only part found' : 'Everything picked'}
        </h2>
        {order.clears_on !== null && (
          <Alert tone="warning">
            Paid, not cleared: the check clears on {formatCalendarDay(order.clears_on)}. It may still bounce.
          </Alert>
        )}
        {lines && !isEmpty && <p className="text-muted">The rest stays open.</p>}
        <ul aria-label="Picked" className="border-t border-hairline">
          {stepsOf(order).map((step) => {
            const count = pickedCount(step, picked)
            return (
              <li key={step.key} className="grid grid-cols-[minmax(0,1fr)_auto] gap-4 border-b border-hairline py-2">
                <span>{step.name}</span>
                <span className={`figures ${count < step.required ? 'font-[560] text-danger' : ''}`}>
                  {count === step.required ? count : `${count} of ${step.required}`}
                </span>
              </li>
            )
          })}
        </ul>
      </div>
      <StickyActionBar>
        {isEmpty ? (
          <NextButton onClick={onNext}>Next order</NextButton>
        ) : (
          <NextButton busy={isPacking} onClick={() => onPack(lines)}>
            {lines ? 'Pack what you found' : 'Packed'}
            {order.clears_on !== null && ', before the check clears'}
          </NextButton>
        )}
        <Button kind="quiet" className="justify-self-start" onClick={onRestart} disabled={isPacking}>
          Start this order over
        </Button>
      </StickyActionBar>
    </>
  )
}
