import { useId } from 'react'
import { FOCUS_STEPS, type Focus } from '#contract/content/slides.ts'
import { cx } from '#web/ui/cx.ts'
import { focusClass } from '#web/ui/focus-class.ts'

type FocusPickerProps = {
  legend: string
  /** URL of the picture without size and format. */
  src: string
  /** Class of the crop's aspect ratio. */
  ratio: string
  value: Focus
  onChange: (focus: Focus) => void
}

const columns = ['left edge', 'left', 'center', 'right', 'right edge'] as const
const rows = ['top edge', 'top', 'middle', 'bottom', 'bottom edge'] as const

/** Chooses the part of a picture that stays in view, on the crop itself: one of 25 points, by click or arrow keys. */
export function FocusPicker({ legend, src, ratio, value, onChange }: FocusPickerProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="pb-1 text-small font-[560]">{legend}</legend>
      <div className={cx('relative overflow-hidden rounded-field', ratio)}>
        <img
          src={`${src}-640.webp`}
          alt=""
          className={cx('absolute inset-0 size-full bg-sunken object-cover', focusClass(value, value))}
        />
        <div className="absolute inset-0 grid grid-cols-5 grid-rows-5">
          {FOCUS_STEPS.flatMap((y, row) =>
            FOCUS_STEPS.map((x, column) => (
              <label key={`${x} ${y}`} className="group/point flex cursor-pointer items-center justify-center">
                <input
                  type="radio"
                  name={name}
                  aria-label={`${rows[row]}, ${columns[column]}`}
                  checked={x === value.x && y === value.y}
                  onChange={() => onChange({ x, y })}
                  className="peer sr-only"
                />
                <span
                  aria-hidden
                  className={cx(
                    'size-2 rounded-full bg-paper/60 ring-1 ring-ink/40 group-hover/point:bg-paper',
                    'peer-checked:size-4 peer-checked:bg-accent peer-checked:ring-2 peer-checked:ring-paper',
                    'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-paper',
                  )}
                />
              </label>
            )),
          )}
        </div>
      </div>
    </fieldset>
  )
}
