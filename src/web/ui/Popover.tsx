import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { cx } from './cx.ts'

export type PopoverHandle = { hide(): void }

type PopoverProps = {
  /** A button opens it with `popoverTarget={id}`. */
  id: string
  label: string
  ref?: Ref<PopoverHandle>
  className?: string
  /** Selector of the element to focus on opening; the panel itself by default. */
  focus?: string
  children: ReactNode
}

/**
 * A panel below the header, built on the native popover: closes on a click outside and on Escape, restores the focus,
 * and opens before scripts have loaded. Also closes when the focus leaves it and on navigation.
 */
export function Popover({ id, label, ref, className, focus, children }: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const { key } = useLocation()
  const lastKey = useRef(key)
  useImperativeHandle(ref, () => ({ hide: () => panel.current?.hidePopover() }), [])

  function onOpened() {
    position(panel.current)
    setOpen(true)
    ;(focus ? panel.current?.querySelector<HTMLElement>(focus) : panel.current)?.focus()
  }

  // If it was opened before hydration, the focus is left alone: the visitor may be typing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only once
  useEffect(() => {
    const element = panel.current
    if (element?.matches(':popover-open') && !element.contains(document.activeElement)) onOpened()
  }, [])

  useEffect(() => {
    if (lastKey.current === key) return
    lastKey.current = key
    if (panel.current?.matches(':popover-open')) panel.current.hidePopover()
  }, [key])

  // The header is taller at the top of a page.
  useEffect(() => {
    if (!open) return
    const reposition = () => position(panel.current)
    window.addEventListener('scroll', reposition, { passive: true })
    return () => window.removeEventListener('scroll', reposition)
  }, [open])

  return (
    <div
      ref={panel}
      id={id}
      popover="auto"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onBeforeToggle={() => position(panel.current)}
      onBlur={({ currentTarget, relatedTarget: next }) => {
        // The trigger button closes the popover itself; closing it here first would make the button reopen it.
        if (next && next.getAttribute('popovertarget') !== id && !currentTarget.contains(next))
          currentTarget.hidePopover()
      }}
      onToggle={({ newState }) => (newState === 'open' ? onOpened() : setOpen(false))}
      className={cx(
        'inset-auto top-[calc(var(--panel-top,4.5rem)+0.5rem)] m-0 max-h-[calc(100dvh-var(--panel-top,4.5rem)-1.5rem)]',
        'w-[min(25rem,calc(100vw-2rem))] rounded-card border border-hairline bg-raised p-0 text-ink shadow-float',
        'open:flex open:animate-drop',
        className,
      )}
    >
      {children}
    </div>
  )
}

function position(panel: HTMLElement | null) {
  const bottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  panel?.style.setProperty('--panel-top', `${Math.round(bottom)}px`)
}
