import { useContext, useEffect, useId, useRef, useState } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { Button } from './Button.tsx'
import { UnsavedScopeContext } from './unsaved-scope.ts'

type UnsavedGuardProps = {
  /** Set when there is unsaved input that is not being saved right now. */
  when: boolean
  /** Describes what would be lost. */
  message?: string
  /** Stays silent when only the query of the URL changes. */
  isKeptInPage?: boolean
}

/**
 * Asks before unsaved input is lost: by navigation, Back, a reload, or closing the surrounding dialog. `when` must be
 * false before the navigation that follows a successful save.
 */
export const UnsavedGuard = ({ when, ...props }: UnsavedGuardProps) => when && <Guard {...props} />

function Guard({ message = 'You have unsaved changes.', isKeptInPage = false }: Omit<UnsavedGuardProps, 'when'>) {
  const scope = useContext(UnsavedScopeContext)
  const [proceed, setProceed] = useState<() => void>()
  const isDiscarded = useRef(false)
  const losesInput: BlockerFunction = ({ currentLocation: from, nextLocation: to }) =>
    !isDiscarded.current && (from.pathname !== to.pathname || (!isKeptInPage && from.search !== to.search))
  const blocker = useBlocker(losesInput)

  useEffect(() => {
    const ask = (close: () => void) => setProceed(() => close)
    scope?.questions.add(ask)
    return () => void scope?.questions.delete(ask)
  }, [scope])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])

  const isBlocked = blocker.state === 'blocked'
  if (!isBlocked && !proceed) return null
  return (
    <UnsavedDialog
      message={message}
      onKeep={() => {
        setProceed(undefined)
        if (isBlocked) blocker.reset()
      }}
      onDiscard={() => {
        setProceed(undefined)
        isDiscarded.current = true
        scope?.questions.clear()
        if (isBlocked) blocker.proceed()
        else proceed?.()
      }}
    />
  )
}

type UnsavedDialogProps = { message: string; onKeep: () => void; onDiscard: () => void }

/** The native dialog appears above all others. */
function UnsavedDialog({ message, onKeep, onDiscard }: UnsavedDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const keepButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    // Enter chooses the option that loses nothing.
    keepButton.current?.focus()
  }, [])
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onClose={onKeep}
      // Keeps key presses from the surrounding dialog or form.
      onKeyDown={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
      className="m-auto w-[calc(100%-2rem)] max-w-narrow animate-rise rounded-card bg-paper p-6 text-left text-body text-ink shadow-float"
    >
      <h2 id={id} className="display text-title">
        Leave without saving?
      </h2>
      <p id={`${id}-text`} className="pt-2 pb-6">
        {message}
      </p>
      <div className="flex flex-wrap justify-end gap-x-3 gap-y-2">
        <Button kind="quiet" onClick={onDiscard}>
          Discard
        </Button>
        <Button ref={keepButton} onClick={onKeep}>
          Keep editing
        </Button>
      </div>
    </dialog>
  )
}
