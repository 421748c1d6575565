import { Alert } from '#web/ui/Alert.tsx'
import { NextButton, StickyActionBar } from './StickyActionBar.tsx'
import { hasPickedUnits, type PackOrder, type PickedCounts } from './steps.ts'

type OrderUnavailableProps = { order: PackOrder; picked: PickedCounts; onNext: () => void }

/** Someone else packed the order, or it was canceled, during picking: the picked goods go back to the shelf. */
export function OrderUnavailableNotice({ order: { status, shipments }, picked, onNext }: OrderUnavailableProps) {
  const packedBy = shipments.at(-1)?.packed_by
  return (
    <>
      <div className="grid grow content-start gap-4">
        <Alert tone="warning">
          {status === 'canceled'
            ? 'It was canceled.'
            : packedBy
              ? `${packedBy} already packed it.`
              : 'Nothing is left to pack.'}
        </Alert>
        {hasPickedUnits(picked) && <p>Put the picked items back.</p>}
      </div>
      <StickyActionBar>
        <NextButton onClick={onNext}>Next order</NextButton>
      </StickyActionBar>
    </>
  )
}
