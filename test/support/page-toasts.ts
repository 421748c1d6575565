import { waitFor } from '@testing-library/react'

const texts: string[] = []
let observer: MutationObserver | undefined

/** Records the toasts of a new page. They disappear after seconds: on a busy machine before a test looks for them. */
export function recordToasts(): void {
  observer?.disconnect()
  texts.length = 0
  observer = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof HTMLElement)
        for (const toast of [node, ...node.querySelectorAll<HTMLElement>('[role="group"]')])
          if (toast.role === 'group') texts.push(toast.textContent)
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** Waits until a toast with the text has appeared since the page was opened. */
export const waitForToast = (text: string) =>
  waitFor(() => {
    if (!texts.some((toast) => toast.includes(text)))
      throw new Error(`No toast contains “${text}”, only “${texts.join('”, “')}”.`)
  })
