import Camera from 'lucide-react/icons/camera'
import { useId, useState } from 'react'
import { isCodeOf } from '#domain/stock/barcode.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Camera as Viewfinder } from './Camera.tsx'
import { Picture } from './ProductImage.tsx'
import { NextButton, StickyActionBar } from './StickyActionBar.tsx'
import { signal } from './scan-feedback.ts'
import { countOf, isDone, type PickedCounts, type Step, scanFor } from './steps.ts'
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
  const [wrong, setWrong] = useState<string>()
  /** A scanned code shared by several products. */
  const [shared, setShared] = useState<string>()
  const [withCamera, setWithCamera] = useState(() => sessionStorage.getItem(CAMERA) === 'on')
  const factsId = useId()
  const count = countOf(step, picked)
  const number = steps.indexOf(step) + 1
  const set = (value: { count: number; isShort?: boolean }) => onPicked({ ...picked, [step.key]: value })

  function scan(code: string) {
    const scanned = scanFor(code, step)
    signal(scanned === 'right')
    setShared(scanned === 'shared' ? code : undefined)
    setWrong(scanned === 'wrong' ? refusalOf(code, step, steps, picked) : undefined)
    if (scanned === 'right') set({ count: count + 1 })
  }
  function choose(name: string | undefined) {
    signal(name === undefined)
    setShared(undefined)
    if (name === undefined) set({ count: count + 1 })
    else setWrong(`That is ${name}. Expected: ${step.name}.`)
  }
  const typed = useScannedKeys(scan)
  function toggleCamera() {
    sessionStorage.setItem(CAMERA, withCamera ? 'off' : 'on')
    setWithCamera(!withCamera)
  }

  return (
    <>
      <div className="grid grow content-start gap-4">
        {wrong && <Alert tone="danger">{wrong}</Alert>}
        {shared && (
          <fieldset className="grid gap-2">
            <legend className="mb-2 font-[560]">{shared} is the code of several products. Choose one.</legend>
            <Button onClick={() => choose(undefined)}>{step.name}</Button>
            {step.same_barcode.map((name) => (
              <Button key={name} onClick={() => choose(name)}>
                {name}
              </Button>
            ))}
          </fieldset>
        )}
        {withCamera ? <Viewfinder onCode={scan} /> : <Picture src={step.image} />}
        <div id={factsId} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4">
          <div className="min-w-0">
            <h2 className="text-lead font-[560]">{step.name}</h2>
            <p className="figures text-muted">{step.sku}</p>
            {step.of && <p className="text-muted">in {step.of}</p>}
          </div>
          <p className="text-right">
            <span className="block text-small text-muted">Shelf</span>
            <span className="figures text-title font-[560]">{step.shelf || '–'}</span>
          </p>
        </div>
        <p role="status" className="flex items-baseline gap-3">
          <span className="figures text-digits font-[560]">{step.wanted - count}</span>
          <span className="text-muted">
            {count > 0 ? `more; ${count} of ${step.wanted} scanned` : step.wanted === 1 ? 'piece' : 'pieces'}
          </span>
        </p>
      </div>
      <StickyActionBar>
        <p className="flex min-h-5 justify-between gap-4 text-small text-muted">
          <span className="figures">
            Line {number} of {steps.length}
          </span>
          <span className="figures truncate">{typed === '' ? 'Scan a code' : typed}</span>
        </p>
        <NextButton aria-describedby={factsId} onClick={() => set({ count: step.wanted })}>
          Picked
        </NextButton>
        <div className="flex flex-wrap justify-between gap-x-2">
          <Button
            kind="quiet"
            icon={<Camera size={17} aria-hidden />}
            onClick={toggleCamera}
            aria-pressed={withCamera}
            className="-ml-2"
          >
            {withCamera ? 'Close the camera' : 'Scan'}
          </Button>
          <Button kind="quiet" onClick={() => set({ count, isShort: true })}>
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
const CAMERA = 'admin-pack-camera'

function refusalOf(code: string, step: Step, steps: readonly Step[], picked: PickedCounts): string {
  const other = steps.find((one) => isCodeOf(code, one))
  if (!other) return `${code} is not in this order. Expected: ${step.name}.`
  return isDone(other, picked)
    ? `${code} is ${other.name}: already picked. Expected: ${step.name}.`
    : `${code} is ${other.name}, which comes later in this order. Expected: ${step.name}.`
}
