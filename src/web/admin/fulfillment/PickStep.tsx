import Camera from 'lucide-react/icons/camera'
import { useId, useState } from 'react'
import { matchesProductCode } from '#domain/stock/barcode.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Camera as Viewfinder } from './Camera.tsx'
import { ProductImage } from './ProductImage.tsx'
import { NextButton, StickyActionBar } from './StickyActionBar.tsx'
import { playScanFeedback } from './scan-feedback.ts'
import { isDone, matchScan, type PickedCounts, pickedCount, type Step } from './steps.ts'
import { useScannedKeys } from './use-scanned-keys.ts'

type PickStepProps = {
  step: Step
  steps: readonly Step[]
  picked: PickedCounts
  onPicked: (picked: PickedCounts) => void
  /** Skips the order and continues with the next one. */
  onLeave: () => void
}

/** One product with picture, shelf and quantity; confirmed by button or scan. */
export function PickStep({ step, steps, picked, onPicked, onLeave }: PickStepProps) {
  const [errorText, setErrorText] = useState<string>()
  /** A scanned code shared by several products. */
  const [sharedCode, setSharedCode] = useState<string>()
  const [isCameraOn, setCameraOn] = useState(() => sessionStorage.getItem(CAMERA_KEY) === 'on')
  const detailsId = useId()
  const count = pickedCount(step, picked)
  const stepNumber = steps.indexOf(step) + 1
  const update = (value: { count: number; isShort?: boolean }) => onPicked({ ...picked, [step.key]: value })

  function scan(code: string) {
    const result = matchScan(code, step)
    playScanFeedback(result === 'right')
    setSharedCode(result === 'shared' ? code : undefined)
    setErrorText(result === 'wrong' ? wrongScanMessage(code, step, steps, picked) : undefined)
    if (result === 'right') update({ count: count + 1 })
  }
  function chooseProduct(name: string | undefined) {
    playScanFeedback(name === undefined)
    setSharedCode(undefined)
    if (name === undefined) update({ count: count + 1 })
    else setErrorText(`That is ${name}. Expected: ${step.name}.`)
  }
  const buffer = useScannedKeys(scan)
  function toggleCamera() {
    sessionStorage.setItem(CAMERA_KEY, isCameraOn ? 'off' : 'on')
    setCameraOn(!isCameraOn)
  }

  return (
    <>
      <div className="grid grow content-start gap-4">
        {errorText && <Alert tone="danger">{errorText}</Alert>}
        {sharedCode && (
          <fieldset className="grid gap-2">
            <legend className="mb-2 font-[560]">{sharedCode} is the code of several products. Choose one.</legend>
            <Button onClick={() => chooseProduct(undefined)}>{step.name}</Button>
            {step.same_barcode.map((name) => (
              <Button key={name} onClick={() => chooseProduct(name)}>
                {name}
              </Button>
            ))}
          </fieldset>
        )}
        {isCameraOn ? (
          <Viewfinder alternative="Scan with a scanner, or press Picked." onCode={scan} />
        ) : (
          <ProductImage src={step.image} />
        )}
        <div id={detailsId} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4">
          <div className="min-w-0">
            <h2 className="text-lead font-[560]">{step.name}</h2>
            <p className="figures text-muted">{step.sku}</p>
            {step.packageName && <p className="text-muted">in {step.packageName}</p>}
          </div>
          <p className="text-right">
            <span className="block text-small text-muted">Shelf</span>
            <span className="figures text-title font-[560]">{step.shelf || '–'}</span>
          </p>
        </div>
        <p role="status" className="flex items-baseline gap-3">
          <span className="figures text-digits font-[560]">{step.required - count}</span>
          <span className="text-muted">
            {count > 0 ? `more; ${count} of ${step.required} scanned` : step.required === 1 ? 'piece' : 'pieces'}
          </span>
        </p>
      </div>
      <StickyActionBar>
        <p className="flex min-h-5 justify-between gap-4 text-small text-muted">
          <span className="figures">
            Line {stepNumber} of {steps.length}
          </span>
          <span className="figures truncate">{buffer === '' ? 'Scan a code' : buffer}</span>
        </p>
        <NextButton aria-describedby={detailsId} onClick={() => update({ count: step.required })}>
          Picked
        </NextButton>
        <div className="flex flex-wrap justify-between gap-x-2">
          <Button
            kind="quiet"
            icon={<Camera size={17} aria-hidden />}
            onClick={toggleCamera}
            aria-pressed={isCameraOn}
            className="-ml-2"
          >
            {isCameraOn ? 'Close the camera' : 'Scan'}
          </Button>
          <Button kind="quiet" onClick={() => update({ count, isShort: true })}>
            {count === 0 ? 'Missing' : 'Rest missing'}
          </Button>
          <Button kind="quiet" onClick={onLeave} className="-mr-2">
            Skip for now{' '}
          </Button>
        </div>
      </StickyActionBar>
    </>
  )
}

/** Keeps the camera open for the next line. */
const CAMERA_KEY = 'admin-pack-camera'

function wrongScanMessage(code: string, step: Step, steps: readonly Step[], picked: PickedCounts): string {
  const match = steps.find((candidate) => matchesProductCode(code, candidate))
  if (!match) return `${code} is not in this order. Expected: ${step.name}.`
  return isDone(match, picked)
    ? `${code} is ${match.name}: already picked. Expected: ${step.name}.`
    : `${code} is ${match.name}, which comes later in this order. Expected: ${step.name}.`
}
