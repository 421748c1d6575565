import Rotate from 'lucide-react/icons/rotate-cw'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormActions } from '../../ui/FormActions.tsx'
import { RadioList } from '../../ui/RadioList.tsx'
import { type Crop, drawCrop, wholePicture } from './crop.ts'

const ratios = { whole: undefined, card: 4 / 5, square: 1 } as const
type RatioName = keyof typeof ratios
const MAX_SHOWN = 640
const MAX_SAVED = 2560
const STEP = 0.05
const QUALITY = 0.92
const moves: Record<string, [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}
const between0And1 = (value: number) => Math.min(1, Math.max(0, value))

type CropDialogProps = {
  /** URL of the picture without size and format. */
  src: string
  onCrop: (file: File) => void
  onClose: () => void
}

/** Turns and cuts a picture in the browser; the result is uploaded as a new one. */
export function CropDialog({ src, onCrop, onClose }: CropDialogProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [picture, setPicture] = useState<HTMLImageElement>()
  const [failed, setFailed] = useState(false)
  const [ratio, setRatio] = useState<RatioName>('whole')
  const [crop, setCrop] = useState<Crop>(wholePicture)
  const change = (changes: Partial<Crop>) => setCrop((current) => ({ ...current, ...changes }))
  const moveBy = (x: number, y: number) =>
    setCrop((current) => ({ ...current, x: between0And1(current.x + x), y: between0And1(current.y + y) }))

  useEffect(() => {
    const image = new Image()
    image.onload = () => setPicture(image)
    image.onerror = () => setFailed(true)
    image.src = `${src}-1280.webp`
    return () => {
      image.onload = null
      image.onerror = null
    }
  }, [src])
  useEffect(() => {
    if (canvas.current && picture) drawCrop(canvas.current, picture, crop, MAX_SHOWN)
  }, [picture, crop])

  function handleKey(event: KeyboardEvent) {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    moveBy(...move)
  }
  function handlePointer(event: PointerEvent<HTMLCanvasElement>) {
    if (event.buttons !== 1) return
    event.currentTarget.setPointerCapture(event.pointerId)
    moveBy(-event.movementX / event.currentTarget.clientWidth, -event.movementY / event.currentTarget.clientHeight)
  }
  function save() {
    if (!picture) return
    const result = document.createElement('canvas')
    drawCrop(result, picture, crop, MAX_SAVED)
    result.toBlob(
      (blob) => {
        if (!blob) return setFailed(true)
        onCrop(new File([blob], 'picture.jpg', { type: 'image/jpeg' }))
        onClose()
      },
      'image/jpeg',
      QUALITY,
    )
  }

  return (
    <Dialog open onClose={onClose} title="Crop and rotate">
      <div className="grid gap-4">
        {failed && <Alert tone="danger">The picture could not be loaded. Close this and try again.</Alert>}
        <div className="grid place-items-center rounded-card bg-sunken">
          <canvas
            ref={canvas}
            tabIndex={0}
            role="img"
            aria-label="Result. Arrow keys move the part that is kept."
            onKeyDown={handleKey}
            onPointerMove={handlePointer}
            className="max-h-[50dvh] max-w-full touch-none"
          />
        </div>
        <div className="flex flex-wrap items-end justify-between gap-4">
          <RadioList
            legend="Format"
            isRow
            value={ratio}
            onChange={(name) => {
              setRatio(name)
              change({ ratio: ratios[name] })
            }}
            options={[
              { value: 'whole', label: 'As it is' },
              { value: 'card', label: 'Card (4:5)' },
              { value: 'square', label: 'Square' },
            ]}
          />
          <Button icon={<Rotate size={16} aria-hidden />} onClick={() => change({ turns: (crop.turns + 1) % 4 })}>
            Rotate
          </Button>
        </div>
        <label className="grid gap-1 text-small font-[560]">
          Zoom
          <input
            type="range"
            min={1}
            max={4}
            step={0.05}
            value={crop.zoom}
            onChange={({ target }) => change({ zoom: Number(target.value) })}
            className="accent-ink"
          />
        </label>
        <FormActions onCancel={onClose}>
          <Button kind="primary" disabled={!picture} onClick={save}>
            Use this picture
          </Button>
        </FormActions>
      </div>
    </Dialog>
  )
}
