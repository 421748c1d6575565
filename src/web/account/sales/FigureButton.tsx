import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { Figure } from './explanation/figure.ts'

type FigureButtonProps = {
  figure: Figure
  label: ReactNode
  onExplain: (figure: Figure) => void
  /** Label and figure at the two ends of a line, as in a statement: always, or only on phones. */
  ruled?: 'always' | 'phone'
  strong?: boolean
  /** Sign between this figure and the one before; on phones, the line above the total replaces it. */
  sign?: '+' | '='
  children: ReactNode
}

/** A figure that opens its explanation. */
export const FigureButton = ({ figure, label, onExplain, ruled, strong, sign, children }: FigureButtonProps) => (
  <button
    type="button"
    aria-haspopup="dialog"
    onClick={() => onExplain(figure)}
    className={cx(
      'group relative -mx-2.5 grid content-start gap-x-4 rounded-field px-2.5 py-2 text-left transition-colors hover:bg-sunken',
      ruled === 'phone' && 'max-sm:grid-cols-[1fr_auto] max-sm:items-baseline',
      ruled === 'always' && 'grid-cols-[1fr_auto] items-baseline',
    )}
  >
    {sign && (
      <span aria-hidden="true" className="absolute right-full bottom-2 pr-1 text-title text-muted max-sm:hidden">
        {sign}
      </span>
    )}
    <span className="text-note text-muted">{label}</span>
    <span
      className={cx(
        'underline decoration-edge decoration-dotted decoration-1 underline-offset-[0.28em] group-hover:decoration-solid',
        strong ? 'font-[600]' : 'font-[440]',
        ruled === 'always' ? 'text-lead' : 'text-title',
        ruled === 'phone' && 'max-sm:text-lead',
      )}
    >
      {children}
    </span>
    <span className="sr-only">Why?</span>
  </button>
)
