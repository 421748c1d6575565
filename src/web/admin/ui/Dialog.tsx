import { Dialog as Base } from '@base-ui/react/dialog'
import Close from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { UnsavedScopeContext, useUnsavedScope } from '#web/ui/unsaved-scope.ts'
import { IconButton } from './Button.tsx'
import { useRestoreFocus } from './use-restore-focus.ts'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** A centered card, a wide one for comparisons, or a drawer from the right. */
  variant?: 'card' | 'wide' | 'drawer'
  /** Stays open until the call completes: Escape and clicks outside are ignored. */
  isBusy?: boolean
  children: ReactNode
}

const variants = {
  card: 'm-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-form rounded-card animate-rise',
  wide: 'm-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-[54rem] rounded-card animate-rise',
  drawer: 'ml-auto h-dvh w-full max-w-[34rem] animate-slide-back',
}

/** A modal dialog. The focus moves in and returns on close. An `UnsavedGuard` inside asks before it closes. */
export function Dialog({ open, onClose, title, variant = 'card', isBusy = false, children }: DialogProps) {
  const opener = useRestoreFocus(open)
  const scope = useUnsavedScope()
  return (
    <Base.Root open={open} onOpenChange={(isOpening) => !isOpening && !isBusy && scope.attempt(onClose)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-shade print:hidden" />
        <Base.Viewport className="fixed inset-0 z-50 flex print:static print:block">
          <Base.Popup
            finalFocus={opener}
            data-modal
            className={cx('flex flex-col overflow-y-auto bg-paper text-note shadow-float', variants[variant])}
          >
            <div className="flex items-start justify-between gap-4 p-5 pb-4 sm:p-6 sm:pb-4">
              <Base.Title className="display pt-1 text-lead">{title}</Base.Title>
              <Base.Close render={<IconButton label="Close" className="-mt-1 -mr-2" disabled={isBusy} />}>
                <Close size={20} aria-hidden />
              </Base.Close>
            </div>
            {/* The padding belongs to the scrolling element, so that a sticky footer reaches the edge. */}
            <div className="flex grow flex-col px-5 pb-5 sm:px-6 sm:pb-6">
              <UnsavedScopeContext value={scope}>{children}</UnsavedScopeContext>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
