/**
 * Inline script of every page. Replays clicks made before hydration, in their order. On pages that are readable without
 * scripts, it also loads them: after the main content is painted, or on the visitor's first interaction. Hides
 * closed notices while they are parsed, before paint.
 */
;(() => {
  const REPLAY_TIMEOUT_MS = 5_000
  const IDLE_TIMEOUT_MS = 1_000
  const [entry, ...others] = document.currentScript?.dataset.scripts?.split(' ') ?? []
  const queue: { element: HTMLElement; act: (element: HTMLElement) => void }[] = []

  const today = new Date().toDateString()
  if (readClosedNotices().length > 0 || readClosedNotices('visit').length > 0) {
    const observer = new MutationObserver(hideClosed)
    observer.observe(document, { childList: true, subtree: true })
    addEventListener('DOMContentLoaded', () => observer.disconnect())
  }
  function hideClosed(): void {
    for (const notice of document.querySelectorAll<HTMLElement>('[data-notice]:not([hidden])')) {
      const { notice: id, repeat } = notice.dataset
      const entry = repeat === 'day' ? `${id} ${today}` : Number(id)
      if (readClosedNotices(repeat).includes(entry)) notice.hidden = true
    }
  }
  /** Stored by `shop/catalog/Popups.tsx`; storage may be blocked or contain anything. */
  function readClosedNotices(repeat?: string): readonly unknown[] {
    try {
      const storage = repeat === 'visit' ? sessionStorage : localStorage
      const stored: unknown = JSON.parse(storage.getItem('closed-popups') ?? '[]')
      return Array.isArray(stored) ? stored : []
    } catch {
      return []
    }
  }

  let isRequested = false
  function loadScripts(): void {
    if (isRequested || entry === undefined) return
    isRequested = true
    for (const href of others) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    import(/* @vite-ignore */ entry).catch((error) => {
      release()
      // For the browser's console.
      throw error
    })
  }

  const afterPaint = (next: () => void) => requestAnimationFrame(() => requestAnimationFrame(next))
  // Runs even if the browser is never idle.
  const whenIdle = (next: () => void) =>
    'requestIdleCallback' in window ? requestIdleCallback(next, { timeout: IDLE_TIMEOUT_MS }) : setTimeout(next)
  addEventListener('load', () => afterPaint(() => whenIdle(loadScripts)))
  const interactionEvents = ['pointermove', 'pointerdown', 'keydown'] as const
  for (const type of interactionEvents) addEventListener(type, onInteraction, { capture: true, passive: true })

  function onInteraction(event: PointerEvent | KeyboardEvent): void {
    // A page that loads under a resting pointer also receives a move event.
    const isResting =
      event.type === 'pointermove' && event instanceof PointerEvent && !event.movementX && !event.movementY
    if (!isResting) loadScripts()
  }

  function enqueue(event: Event, element: HTMLElement, act: (element: HTMLElement) => void): void {
    // Also stops React, which listens before it reports that it is ready and would handle the click twice.
    event.stopImmediatePropagation()
    queue.push({ element, act })
    loadScripts()
    // After this time, clicks behave as they do without scripts.
    setTimeout(release, REPLAY_TIMEOUT_MS)
  }

  function onClick(event: MouseEvent): void {
    if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return
    const element = event.target.closest<HTMLElement>('button:not([popovertarget]), a[data-becomes-button]')
    if (!element) return
    event.preventDefault()
    enqueue(event, element, (element) => element.click())
  }

  function onChange(event: Event): void {
    if (event.target instanceof HTMLSelectElement)
      enqueue(event, event.target, (element) => element.dispatchEvent(new Event('change', { bubbles: true })))
  }

  /** Scripts have loaded, or will not: from here on, clicks pass through. */
  function release(): void {
    for (const type of interactionEvents) removeEventListener(type, onInteraction, true)
    removeEventListener('click', onClick, true)
    removeEventListener('change', onChange, true)
    replayNext()
  }

  /** Replays one click at a time: a button disabled by the first of two clicks ignores the second. */
  function replayNext(): void {
    const next = queue.shift()
    if (!next) return
    // Hydration may have replaced the element.
    const element = next.element.isConnected ? next.element : document.getElementById(next.element.id)
    if (element) next.act(element)
    setTimeout(replayNext)
  }

  addEventListener('click', onClick, true)
  addEventListener('change', onChange, true)
  addEventListener('hydrated', release, { once: true })
  // These controls do nothing without scripts; clicks on them are queued instead.
  addEventListener('DOMContentLoaded', () => {
    for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-waits]')) button.disabled = false
  })
})()
