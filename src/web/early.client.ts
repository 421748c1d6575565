/**
 * Inline script of every page. Replays clicks made before hydration, in their order. On pages that are readable without
 * scripts, it also loads them: after the main content is painted, or on the visitor's first interaction. Hides
 * dismissed notices of the home page while they are parsed, before paint.
 */
;(() => {
  const TOO_LONG_MS = 5_000
  const LATEST_MS = 1_000
  const [entry, ...others] = document.currentScript?.dataset.scripts?.split(' ') ?? []
  const held: { element: HTMLElement; act: (element: HTMLElement) => void }[] = []

  const closed = closedNotices()
  if (closed.length > 0) {
    const observer = new MutationObserver(hideClosed)
    observer.observe(document, { childList: true, subtree: true })
    addEventListener('DOMContentLoaded', () => observer.disconnect())
  }
  function hideClosed(): void {
    for (const notice of document.querySelectorAll<HTMLElement>('[data-notice]:not([hidden])')) {
      if (closed.includes(Number(notice.dataset.notice))) notice.hidden = true
    }
  }
  /** Stored by `shop/catalog/Popups.tsx`; storage may be blocked or contain anything. */
  function closedNotices(): readonly unknown[] {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem('closed-popups') ?? '[]')
      return Array.isArray(kept) ? kept : []
    } catch {
      return []
    }
  }

  let asked = false
  function askForScripts(): void {
    if (asked || entry === undefined) return
    asked = true
    for (const href of others) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    import(/* @vite-ignore */ entry).catch((fault) => {
      release()
      // For the browser's console.
      throw fault
    })
  }

  const afterPaint = (next: () => void) => requestAnimationFrame(() => requestAnimationFrame(next))
  // Runs even if the browser is never idle.
  const whenIdle = (next: () => void) =>
    'requestIdleCallback' in window ? requestIdleCallback(next, { timeout: LATEST_MS }) : setTimeout(next)
  addEventListener('load', () => afterPaint(() => whenIdle(askForScripts)))
  const reaching = ['pointermove', 'pointerdown', 'keydown'] as const
  for (const sign of reaching) addEventListener(sign, onReach, { capture: true, passive: true })

  function onReach(event: PointerEvent | KeyboardEvent): void {
    // A page that loads under a resting pointer also receives a move event.
    const isResting =
      event.type === 'pointermove' && event instanceof PointerEvent && !event.movementX && !event.movementY
    if (!isResting) askForScripts()
  }

  function hold(event: Event, element: HTMLElement, act: (element: HTMLElement) => void): void {
    // Also stops React, which listens before it reports that it is ready and would handle the click twice.
    event.stopImmediatePropagation()
    held.push({ element, act })
    askForScripts()
    // After this time, clicks behave as they do without scripts.
    setTimeout(release, TOO_LONG_MS)
  }

  function onClick(event: MouseEvent): void {
    if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return
    const element = event.target.closest<HTMLElement>('button:not([popovertarget]), a[data-becomes-button]')
    if (!element) return
    event.preventDefault()
    hold(event, element, (element) => element.click())
  }

  function onChange(event: Event): void {
    if (event.target instanceof HTMLSelectElement)
      hold(event, event.target, (element) => element.dispatchEvent(new Event('change', { bubbles: true })))
  }

  /** Scripts have loaded, or will not: from here on, clicks pass through. */
  function release(): void {
    for (const sign of reaching) removeEventListener(sign, onReach, true)
    removeEventListener('click', onClick, true)
    removeEventListener('change', onChange, true)
    repeat()
  }

  /** Replays one click at a time: a button disabled by the first of two clicks ignores the second. */
  function repeat(): void {
    const next = held.shift()
    if (!next) return
    // Hydration may have replaced the element.
    const now = next.element.isConnected ? next.element : document.getElementById(next.element.id)
    if (now) next.act(now)
    setTimeout(repeat)
  }

  addEventListener('click', onClick, true)
  addEventListener('change', onChange, true)
  addEventListener('hydrated', release, { once: true })
  // These controls do nothing without scripts; clicks on them are queued instead.
  addEventListener('DOMContentLoaded', () => {
    for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-waits]')) button.disabled = false
  })
})()
