import Close from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Popup } from '#contract/content/calls.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** Also read by `early.client.ts`. */
const STORAGE_KEY = 'closed-popups'

/**
 * Notices, shown one at a time until they are closed. They occupy their own space and cover nothing; `early.client.ts`
 * hides closed ones before paint, so that the layout does not shift.
 */
export function Popups({ popups }: { popups: readonly Popup[] }) {
  const hydrated = useHydrated()
  const [closedIds, setClosedIds] = useState<readonly number[]>([])
  const cards = useRef<HTMLElement>(null)
  // The server does not know which ones were closed: it renders all of them, and the first visible one is shown.
  const open = popups.filter((popup) => !closedIds.includes(popup.id) && !(hydrated && wasClosed(popup)))
  if (open.length === 0) return null

  function close(popup: Popup) {
    setClosedIds((ids) => [...ids, popup.id])
    storeClosed(popup)
  }

  /** The button disappears with its notice: the focus moves to the next notice's button, or to the page. */
  function closeByButton(popup: Popup) {
    flushSync(() => close(popup))
    const next = cards.current?.querySelector('button') ?? document.querySelector('main')
    next?.focus({ preventScroll: true })
  }

  return (
    <section
      ref={cards}
      aria-label="Notices"
      className="frame pt-6 lg:pt-8 not-has-[[data-notice]:not([hidden])]:hidden print:hidden"
    >
      {open.map((popup) => (
        <article
          key={popup.id}
          data-notice={popup.id}
          data-repeat={popup.repeat}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 rounded-card bg-sunken py-2 pr-2 pl-5 sm:pl-6 lg:grid-cols-[auto_minmax(0,1fr)_auto_auto] lg:items-center lg:gap-x-8 [&:not([hidden])~article]:hidden [[hidden]]:hidden"
        >
          <h2 className="display pt-2 text-lead lg:col-start-1 lg:row-start-1 lg:pt-0">{popup.title}</h2>
          <p className="col-span-full row-start-2 pr-3 pb-2 text-note text-muted lg:col-start-2 lg:col-end-3 lg:row-start-1 lg:p-0">
            {popup.text}
          </p>
          {popup.action_path && popup.action_label && (
            <p className="col-span-full row-start-3 pt-1 pb-3 text-note font-[560] whitespace-nowrap lg:col-start-3 lg:col-end-4 lg:row-start-1 lg:p-0">
              <PageLink to={popup.action_path} className="tap-target text-link" onClick={() => close(popup)}>
                {popup.action_label}
              </PageLink>
            </p>
          )}
          <IconButton
            label={`Close: ${popup.title}`}
            onClick={() => closeByButton(popup)}
            className="col-start-2 row-start-1 hover:bg-paper lg:col-start-4"
          >
            <Close size={18} aria-hidden />
          </IconButton>
        </article>
      ))}
    </section>
  )
}

type Closable = Pick<Popup, 'id' | 'repeat'>

/** A notice that returns with the next visit is stored for this one; one that returns the next day, with the day. */
const storageOf = ({ repeat }: Closable): Storage => (repeat === 'visit' ? sessionStorage : localStorage)
const entryOf = ({ id, repeat }: Closable): number | string =>
  repeat === 'day' ? `${id} ${new Date().toDateString()}` : id

/** Storage may be blocked or contain anything; then a notice is shown again. */
function readClosed(popup: Closable): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(storageOf(popup).getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

const wasClosed = (popup: Closable): boolean => readClosed(popup).includes(entryOf(popup))

/** Entries that older ones push out belong to notices of long ago. */
const MAX_ENTRIES = 50

function storeClosed(popup: Closable): void {
  try {
    const entries = [...readClosed(popup), entryOf(popup)].slice(-MAX_ENTRIES)
    storageOf(popup).setItem(STORAGE_KEY, JSON.stringify(entries))
  } catch {
    // With storage blocked, a notice is closed for this page view only.
  }
}
