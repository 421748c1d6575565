import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { Figure } from './why/figure.ts'

type FigureButtonProps = {
  figure: Figure
  label: ReactNode
  onWhy: (figure: Figure) => void
  /** On a phone label and figure stand at the two ends of a line, as in a statement. */
  ruled?: boolean
  strong?: boolean
  children: ReactNode
}

/** A figure that can say why it is what it is. */
export const FigureButton = ({ figure, label, onWhy, ruled, strong, children }: FigureButtonProps) => (
  <button
    type="button"
    aria-haspopup="dialog"
    onClick={() => onWhy(figure)}
    className={cx(
      'group -mx-2.5 grid content-start gap-x-4 rounded-field px-2.5 py-2 text-left transition-colors hover:bg-sunken',
      ruled && 'max-sm:grid-cols-[1fr_auto] max-sm:items-baseline',
    )}
  >
    <span className="text-note text-muted">{label}</span>
    <span
      className={cx(
        'underline decoration-edge decoration-dotted decoration-1 underline-offset-[0.28em] group-hover:decoration-solid',
        strong ? 'text-title font-[600]' : 'text-title font-[440]',
        ruled && 'max-sm:text-lead',
      )}
    >
      {children}
    </span>
    <span className="sr-only">Why?</span>
  </button>
)
