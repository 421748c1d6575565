import type { Page, Request } from 'playwright/test'

/** The back office asks for changes every second, so on a busy machine its network is never idle. */
const isPolling = (request: Request): boolean => request.url().endsWith('/admin/changes.json')
/** The preview of an email is posted into a frame, whose requests are not reported as ended. */
const isInFrame = (page: Page, request: Request): boolean =>
  request.isNavigationRequest() && request.frame() !== page.mainFrame()
const QUIET_CHECKS = 3
const CHECK_INTERVAL_MS = 80

/** Watches the page's requests from now on. The returned function waits until all that matter have ended. */
export function watchRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>()
  page.on('request', (request) => {
    if (isPolling(request) || isInFrame(page, request)) return
    // A new document ends the requests of the one before it.
    if (request.isNavigationRequest()) pending.clear()
    pending.add(request)
  })
  // The response of a call that a test makes in the page is never read, so its request does not end.
  page.on('response', (response) => response.request().method() === 'POST' && pending.delete(response.request()))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return async () => {
    for (let quietChecks = 0; quietChecks < QUIET_CHECKS; quietChecks++) {
      if (pending.size > 0) quietChecks = -1
      await page.waitForTimeout(CHECK_INTERVAL_MS)
    }
  }
}
