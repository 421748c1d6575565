import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Cart } from '#contract/cart.ts'
import { CSRF_HOLE } from '#contract/limits.ts'
import type { Personal } from '#contract/personal.ts'

/**
 * The visitor's own state on a public page. The server renders the anonymous one, from which hydration starts; the
 * browser's comes from the page's personal block.
 */
export const anonymous: Personal = { csrf: CSRF_HOLE, cart: null, user: null }
export const PERSONAL_ID = 'personal'

let current = typeof document === 'undefined' ? anonymous : readBlock()
const listeners = new Set<() => void>()

function readBlock(): Personal {
  const block = document.getElementById(PERSONAL_ID)?.textContent
  return block ? (JSON.parse(block) as Personal) : anonymous
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const Rendered = createContext(anonymous)

/** The state the server rendered with: the visitor's own on personal pages, the anonymous one elsewhere. */
export const RenderedPersonal = Rendered.Provider

/** The server sets the marker when it rendered the page for this visitor. */
export const renderedPersonal = (): Personal =>
  document.getElementById(PERSONAL_ID)?.dataset.rendered === undefined ? anonymous : current

/** One part of it: what reads only the user is not rendered again when the cart changes. */
export function usePersonal<K extends keyof Personal>(part: K): Personal[K] {
  const rendered = useContext(Rendered)
  return useSyncExternalStore(
    subscribe,
    () => current[part],
    () => rendered[part],
  )
}

/** The token for a request, read at the moment of sending. */
export const csrfToken = (): string => current.csrf

/** Who the page shows as signed in, read at the moment of sending. */
export const currentUser = (): Personal['user'] => current.user

/** Of all mutations that answer with the cart: they run one after the other, so the last answer is the newest cart. */
export const cartScope = { id: 'cart' }

/** The server's answer replaces what the page assumed about the cart. */
export const setCart = (cart: Cart): void => change({ cart })

/** The server has given the visitor another identity: the page goes on with its token. */
export const setCsrfToken = (csrf: string): void => change({ csrf })

function change(part: Partial<Personal>): void {
  current = { ...current, ...part }
  for (const listener of listeners) listener()
}
