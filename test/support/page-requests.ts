type Handle = (send: () => Promise<Response>, init: RequestInit) => Promise<Response>

/**
 * Lets `handle` answer the open page's requests to matching URLs; its `send` makes the request. Ends when the next page
 * opens.
 */
export function interceptRequests(url: RegExp, handle: Handle): void {
  const { fetch } = globalThis
  globalThis.fetch = (input, init = {}) => {
    const send = () => fetch(input, init)
    return url.test(String(input)) ? handle(send, init) : send()
  }
}

/** Holds the open page's requests to matching URLs until the returned function is called. */
export function holdPageRequests(url: RegExp): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  interceptRequests(url, async (send) => {
    await promise
    return send()
  })
  return resolve
}
