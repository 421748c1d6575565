import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from 'react'
import { cx } from './cx.ts'

const ITEMS = 'button, select'

type ToolbarProps = {
  label: string
  /** Id of the element that the tools control. */
  controls: string
  className?: string
  children: ReactNode
}

/**
 * Many tools in one tab stop: arrows, Home and End move between them, and Tab returns to the last one used (WAI-ARIA
 * toolbar). Up and down are left to the selects inside.
 */
export function Toolbar({ label, controls, className, children }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const current = useRef<HTMLElement>(undefined)

  const items = () => [...(bar.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])]
  function markCurrent() {
    const tools = items()
    const tabStop = current.current && tools.includes(current.current) ? current.current : tools[0]
    for (const item of tools) item.tabIndex = item === tabStop ? 0 : -1
  }
  useLayoutEffect(markCurrent)

  function onKeyDown(event: KeyboardEvent) {
    const tools = items()
    const index = tools.indexOf(event.target as HTMLElement)
    const steps: Record<string, number> = {
      ArrowRight: (index + 1) % tools.length,
      ArrowLeft: (index - 1 + tools.length) % tools.length,
      Home: 0,
      End: tools.length - 1,
    }
    const next = tools[steps[event.key] ?? -1]
    if (index < 0 || !next || event.altKey || event.ctrlKey || event.metaKey) return
    // A closed select would change its value.
    event.preventDefault()
    next.focus()
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      aria-controls={controls}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        current.current = target
        markCurrent()
      }}
      className={className}
    >
      {children}
    </div>
  )
}

/** Groups related tools. */
export const ToolGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form, this group to a toolbar
  <div role="group" aria-label={label} className="flex">
    {children}
  </div>
)

type ToolButtonProps = Omit<ComponentProps<'button'>, 'onClick' | 'disabled'> & {
  label: string
  /** Keyboard shortcut, for display. */
  keys?: string
  /** Disabled, but still reachable with the arrow keys. */
  idle?: boolean
  onUse: (event: MouseEvent) => void
}

export function ToolButton({ label, keys, idle = false, onUse, className, ...rest }: ToolButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
      aria-disabled={idle || undefined}
      // Keeps the focus and the selection in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => !idle && onUse(event)}
      className={cx(
        'grid size-9 shrink-0 place-items-center rounded-field transition-colors pointer-coarse:size-11',
        'hover:bg-sunken aria-disabled:cursor-default aria-disabled:text-muted aria-disabled:opacity-55',
        'aria-disabled:hover:bg-transparent aria-pressed:bg-sunken aria-pressed:ring-[1.5px] aria-pressed:ring-ink aria-pressed:ring-inset focus-visible:outline-offset-0',
        className,
      )}
    />
  )
}
