/**
 * Runs in every page, from within its HTML. What is clicked before the page's scripts answer is clicked again when they
 * do, in the same order. Where a page can be read without them it is this one that asks for them: once the eye has what
 * it came for, or as soon as the visitor reaches for something.
 * Notices of the home page that were closed are hidden as they are parsed, before anything is drawn.
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
  /** As `catalog/Popups.tsx` stores them; storage may be forbidden or hold anything. */
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
  // A browser that has always something else to do gets them all the same.
  const whenIdle = (next: () => void) =>
    'requestIdleCallback' in window ? requestIdleCallback(next, { timeout: LATEST_MS }) : setTimeout(next)
  addEventListener('load', () => afterPaint(() => whenIdle(askForScripts)))
  const reaching = ['pointermove', 'pointerdown', 'keydown'] as const
  for (const sign of reaching) addEventListener(sign, onReach, { capture: true, passive: true })

  function onReach(event: PointerEvent | KeyboardEvent): void {
    // A page that appears under a resting pointer is told of a move as well.
    const isResting =
      event.type === 'pointermove' && event instanceof PointerEvent && !event.movementX && !event.movementY
    if (!isResting) askForScripts()
  }

  function hold(event: Event, element: HTMLElement, act: (element: HTMLElement) => void): void {
    // Not to React either: it listens before it has told that it is ready, and would do it a second time.
    event.stopImmediatePropagation()
    held.push({ element, act })
    askForScripts()
    // Without them the browser does what it does without scripts.
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

  /** Scripts are there, or do not come: from here on every click goes where it would go without this one. */
  function release(): void {
    for (const sign of reaching) removeEventListener(sign, onReach, true)
    removeEventListener('click', onClick, true)
    removeEventListener('change', onChange, true)
    repeat()
  }

  /** One at a time: a button that the first of two clicks disables ignores the second. */
  function repeat(): void {
    const next = held.shift()
    if (!next) return
    // What looks the same may be another element by now.
    const now = next.element.isConnected ? next.element : document.getElementById(next.element.id)
    if (now) next.act(now)
    setTimeout(repeat)
  }

  addEventListener('click', onClick, true)
  addEventListener('change', onChange, true)
  addEventListener('hydrated', release, { once: true })
  // Without scripts these would do nothing; with this one, a click on them waits.
  addEventListener('DOMContentLoaded', () => {
    for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-waits]')) button.disabled = false
  })
})()
