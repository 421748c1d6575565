import Close from 'lucide-react/icons/x'
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import { UnsavedScopeContext, useUnsavedScope } from './unsaved-scope.ts'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /**
   * A sheet slides in from the left edge, and a card opens in the center. A desk has space for work, a drawer (from the
   * right edge) for reading; on phones both fill the screen.
   */
  look?: 'card' | 'desk' | 'sheet' | 'drawer'
  className?: string
  children: ReactNode
}

const lookClasses = {
  card: 'm-auto w-[calc(100%-2rem)] max-w-text animate-rise rounded-card',
  desk:
    'm-auto w-[calc(100%-2rem)] max-w-[54rem] scroll-pb-32 animate-rise rounded-card ' +
    'max-sm:size-full max-sm:max-h-none max-sm:max-w-none max-sm:rounded-none',
  sheet: 'my-0 mr-auto ml-0 h-dvh max-h-none w-[min(22rem,calc(100%-3rem))] animate-slide',
  drawer: 'my-0 mr-0 ml-auto h-dvh max-h-none w-full max-w-[34rem] animate-slide-back max-sm:max-w-none',
}

/**
 * The native modal dialog: traps and restores the focus, closes on Escape, and makes the page behind it inert. An
 * `UnsavedGuard` inside asks before it closes.
 */
export function Dialog({ open, onClose, title, look = 'card', className, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedBackdrop = useRef(false)
  const id = useId()
  // Before the browser paints: a closed dialog never shows empty.
  useLayoutEffect(() => {
    const element = dialog.current
    if (open && !element?.open) element?.showModal()
    if (!open && element?.open) element.close()
  }, [open])

  const scope = useUnsavedScope()
  const isUnsaved = () => scope.questions.size > 0
  const close = () => scope.attempt(onClose)

  // Browsers let a page prevent `cancel` only once; the key itself can be handled every time.
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented || !isUnsaved()) return
    event.preventDefault()
    close()
  }

  // A system gesture closes the dialog and cannot be prevented. React also bubbles the close events of nested dialogs.
  function onClosed(event: SyntheticEvent) {
    if (event.target !== event.currentTarget) return
    if (open && isUnsaved()) dialog.current?.showModal()
    if (open) close()
    else onClose()
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClosed}
      onKeyDown={onKeyDown}
      // A text selection may end on the backdrop without starting there.
      onPointerDown={(event) => {
        pressedBackdrop.current = event.target === event.currentTarget
      }}
      onClick={(event) => event.target === event.currentTarget && pressedBackdrop.current && close()}
      className={cx('bg-paper p-0 text-ink shadow-float', lookClasses[look], className)}
    >
      <div className="flex min-h-full flex-col p-5 sm:p-7">
        <div className="flex items-center justify-between gap-4 pb-4">
          <h2 id={id} className="display text-title">
            {title}
          </h2>
          <IconButton label="Close" onClick={close} className="-mr-2">
            <Close size={22} aria-hidden />
          </IconButton>
        </div>
        <UnsavedScopeContext value={scope}>{open && children}</UnsavedScopeContext>
      </div>
    </dialog>
  )
}
