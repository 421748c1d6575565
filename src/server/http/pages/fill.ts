import { LRUCache } from 'lru-cache'
import type { Personal, StaffBanner } from '#contract/customers/personal.ts'
import { copyFilling, type Filling, makeFilling } from './packed/index.ts'
import type { Renderer } from './renderer.ts'

/**
 * Returns the content of a page's holes; `rendered` is true if the page itself was rendered with the visitor's state.
 */
export type Fill = (personal: Personal, rendered: boolean, banner?: StaffBanner) => Filling

/** About one megabyte. */
const MAX_CARTLESS_FILLINGS = 2000

export function makeFill({ personalBlock }: Pick<Renderer, 'personalBlock'>): Fill {
  const createFilling: Fill = (personal, rendered, banner) =>
    makeFilling(personalBlock(personal, rendered, banner), personal.csrf)
  // Visitors without a cart get the same filling on every page.
  const cartlessFillings = new LRUCache<string, Filling>({ max: MAX_CARTLESS_FILLINGS })
  return (personal, rendered, banner) => {
    const { csrf, cart, user } = personal
    if (cart !== null || user !== null || rendered || banner) return createFilling(personal, rendered, banner)
    const cached = cartlessFillings.get(csrf)
    if (cached) return cached
    const filling = copyFilling(createFilling(personal, rendered))
    cartlessFillings.set(csrf, filling)
    return filling
  }
}
