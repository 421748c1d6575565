import Close from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Home } from '#contract/content.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'

const KEY = 'closed-popups'

/** Cards at the window's edge; each can be closed for good. A phone shows one at a time. */
export function Popups({ popups }: { popups: Home['popups'] }) {
  // Only the browser knows which were closed; until it has been asked, none is shown.
  const [closed, setClosed] = useState<readonly number[]>()
  useEffect(() => setClosed(readClosed()), [])
  const cards = useRef<HTMLElement>(null)
  const open = closed ? popups.filter(({ id }) => !closed.includes(id)) : []
  if (!closed || open.length === 0) return null

  function close(id: number) {
    const next = [...(closed ?? []), id]
    setClosed(next)
    keepClosed(next)
  }

  /** The button goes with its card: the focus passes to the next one's, which a phone only shows now, or to the page. */
  function closeByButton(id: number) {
    flushSync(() => close(id))
    const next = cards.current?.querySelector('button') ?? document.querySelector('main')
    next?.focus({ preventScroll: true })
  }

  return (
    <section
      ref={cards}
      aria-label="Notices"
      className="fixed right-4 bottom-4 z-20 grid w-[min(22rem,calc(100vw-2rem))] gap-3"
    >
      {open.map((popup) => (
        <article
          key={popup.id}
          className="grid animate-rise grid-cols-[1fr_auto] gap-x-3 rounded-card border border-hairline bg-raised px-4 pt-1.5 pb-4 shadow-float max-sm:not-first:hidden sm:px-5 sm:pt-3 sm:pb-5"
        >
          <h2 className="display self-center text-lead">{popup.title}</h2>
          <IconButton label={`Close: ${popup.title}`} onClick={() => closeByButton(popup.id)} className="-mr-3">
            <Close size={18} aria-hidden />
          </IconButton>
          <p className="col-span-2 text-note">{popup.text}</p>
          {popup.action_path && popup.action_label && (
            <p className="col-span-2 pt-3 text-note font-[560]">
              <PageLink to={popup.action_path} className="reach text-link" onClick={() => close(popup.id)}>
                {popup.action_label}
              </PageLink>
            </p>
          )}
        </article>
      ))}
    </section>
  )
}

/** Storage may be forbidden or hold anything; then a notice is shown again. */
function readClosed(): readonly number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

function keepClosed(ids: readonly number[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(ids))
  } catch {
    // With storage forbidden, it is closed for this visit only.
  }
}
