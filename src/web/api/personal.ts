import { createContext, useContext, useSyncExternalStore } from 'react'
import { CSRF_PLACEHOLDER } from '#contract/base/limits.ts'
import type { Cart } from '#contract/cart/calls.ts'
import type { Personal } from '#contract/customers/personal.ts'

/**
 * The visitor's personal state on a public page. The server renders the anonymous one, from which hydration starts; the
 * browser reads the real one from the page's personal block.
 */
export const anonymous: Personal = { csrf: CSRF_PLACEHOLDER, cart: null, user: null }
export const PERSONAL_ID = 'personal'

let current = anonymous
const listeners = new Set<() => void>()

/** Reads the state of a page that was just loaded from its personal block. */
export function readPersonal(): void {
  const block = document.getElementById(PERSONAL_ID)?.textContent
  current = block ? (JSON.parse(block) as Personal) : anonymous
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const Rendered = createContext(anonymous)

/** The state the server rendered with: personal on personal pages, anonymous elsewhere. */
export const RenderedPersonal = Rendered.Provider

/** The server sets the marker when it rendered the page for this visitor. */
export const renderedPersonal = (): Personal =>
  document.getElementById(PERSONAL_ID)?.dataset.rendered === undefined ? anonymous : current

/** Subscribes to one part: components that read only the user do not render again when the cart changes. */
export function usePersonal<K extends keyof Personal>(part: K): Personal[K] {
  const rendered = useContext(Rendered)
  return useSyncExternalStore(
    subscribe,
    () => current[part],
    () => rendered[part],
  )
}

/** Token for a request, read when it is sent. */
export const csrfToken = (): string => current.csrf

/** User whom the page shows as signed in, read when a request is sent. */
export const currentUser = (): Personal['user'] => current.user

/**
 * Scope of all mutations that return the cart: they run one after another, so that the last response is the newest
 * cart.
 */
export const cartScope = { id: 'cart' }

/** Replaces optimistic state with the server's response. */
export const setCart = (cart: Cart): void => update({ cart })

/** The server changed the visitor's identity: continues with the new token. */
export const setCsrfToken = (csrf: string): void => update({ csrf })

function update(part: Partial<Personal>): void {
  current = { ...current, ...part }
  for (const listener of listeners) listener()
}
