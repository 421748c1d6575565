import Close from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './Button.tsx'
import { cx } from './cx.ts'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** A sheet comes from the left edge, a card from the middle. */
  look?: 'card' | 'sheet'
  className?: string
  children: ReactNode
}

const looks = {
  card: 'm-auto w-[calc(100%-2rem)] max-w-text animate-rise rounded-card',
  sheet: 'my-0 mr-auto ml-0 h-dvh max-h-none w-[min(22rem,calc(100%-3rem))] animate-slide',
}

/** The platform's modal dialog: focus kept inside and given back, Escape, the page behind inert. */
export function Dialog({ open, onClose, title, look = 'card', className, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    if (open && !element?.open) element?.showModal()
    if (!open && element?.open) element.close()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it already; the click is the backdrop's
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className={cx('bg-paper p-0 text-ink shadow-float', looks[look], className)}
    >
      <div className="flex min-h-full flex-col p-5 sm:p-7">
        <div className="flex items-center justify-between gap-4 pb-4">
          <h2 id={id} className="display text-title">
            {title}
          </h2>
          <IconButton label="Close" onClick={onClose} className="-mr-2">
            <Close size={22} aria-hidden />
          </IconButton>
        </div>
        {open && children}
      </div>
    </dialog>
  )
}
