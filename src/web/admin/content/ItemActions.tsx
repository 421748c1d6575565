import Close from 'lucide-react/icons/x'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '../ui/Button.tsx'
import { MoveButtons } from '../ui/MoveButtons.tsx'

export type ItemActionsProps = {
  name: string
  index: number
  count: number
  move: (from: number, to: number) => void
  onRemove: () => void
  /** Aligned with fields that have their label above. */
  isBelowLabel?: boolean
}

/** Moves and removes an item of a list. */
export const ItemActions = ({ name, index, count, move, onRemove, isBelowLabel = true }: ItemActionsProps) => (
  <div className={cx('flex flex-wrap items-start', isBelowLabel && 'sm:pt-6')}>
    <MoveButtons name={name} index={index} count={count} move={move} />
    <IconButton label={`Remove ${name}`} onClick={onRemove}>
      <Close size={16} aria-hidden />
    </IconButton>
  </div>
)
