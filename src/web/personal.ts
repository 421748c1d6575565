import { useSyncExternalStore } from 'react'
import type { Cart } from '#contract/cart.ts'
import { CSRF_HOLE } from '#contract/limits.ts'
import type { Personal } from '#contract/personal.ts'

/**
 * The visitor's own state beside the public page. The server renders, and hydration starts from, the anonymous one;
 * the browser's comes from the page's personal block.
 */
const anonymous: Personal = { csrf: CSRF_HOLE, cart: null, user: null }
let current = typeof document === 'undefined' ? anonymous : readBlock()
const listeners = new Set<() => void>()

function readBlock(): Personal {
  const block = document.getElementById('personal')?.textContent
  return block ? (JSON.parse(block) as Personal) : anonymous
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const usePersonal = (): Personal =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => anonymous,
  )

/** The token for a request; read when it is sent. */
export const csrfToken = (): string => current.csrf

/** The server's answer replaces whatever the page believed about the cart. */
export function setCart(cart: Cart): void {
  current = { ...current, cart }
  for (const listener of listeners) listener()
}
