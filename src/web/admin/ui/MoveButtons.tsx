import Down from 'lucide-react/icons/arrow-down'
import Up from 'lucide-react/icons/arrow-up'
import Grip from 'lucide-react/icons/grip-vertical'
import type { ComponentProps } from 'react'
import { IconButton } from './Button.tsx'

type MoveButtonsProps = {
  /** Names the item for screen readers. */
  name: string
  index: number
  count: number
  move: (from: number, to: number) => void
}

/** Moves an item of a list up or down; the focus stays on the button. */
export const MoveButtons = ({ name, index, count, move }: MoveButtonsProps) =>
  count > 1 && (
    <>
      <MoveButton label={`Move ${name} up`} isEnd={index === 0} onMove={() => move(index, index - 1)}>
        <Up size={16} aria-hidden />
      </MoveButton>
      <MoveButton label={`Move ${name} down`} isEnd={index === count - 1} onMove={() => move(index, index + 1)}>
        <Down size={16} aria-hidden />
      </MoveButton>
    </>
  )

type MoveButtonProps = Pick<ComponentProps<typeof IconButton>, 'children' | 'label'> & {
  isEnd: boolean
  onMove: () => void
}

/** Not disabled at the end, because that would lose the focus. */
const MoveButton = ({ label, isEnd, onMove, children }: MoveButtonProps) => (
  <IconButton
    label={label}
    aria-disabled={isEnd || undefined}
    className="aria-disabled:opacity-30"
    onClick={({ currentTarget }) => {
      onMove()
      currentTarget.focus()
    }}
  >
    {children}
  </IconButton>
)

/** Handle for dragging; only for pointers, since the buttons do the same. */
export const DragHandle = (props: ComponentProps<'span'>) => (
  <span {...props} aria-hidden className="cursor-grab text-muted pointer-coarse:hidden">
    <Grip size={16} />
  </span>
)
