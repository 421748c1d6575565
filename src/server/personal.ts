import type { FastifyRequest } from 'fastify'
import type { Personal } from '#contract/personal.ts'
import { presentCart } from './cart/present-cart.ts'
import { showCart } from './cart/show-cart.ts'
import type { Services } from './services.ts'
import type { Visitors } from './visitor.ts'

/** The visitor's own part of a page, and the cookie line that makes a new visitor known again. */
export type PersonalPart = { personal: Personal; setCookie: string | undefined }
export type PersonalFor = (request: FastifyRequest) => PersonalPart | Promise<PersonalPart>

/** A visitor without a cart costs no query at all (architecture.md §2). */
export function makePersonalFor({ db, settings }: Services, visitors: Visitors): PersonalFor {
  return (request) => {
    const { id, setCookie } = visitors.visitor(request)
    const csrf = visitors.csrfToken(id)
    const cartToken = visitors.cartToken(request)
    if (cartToken === undefined) return { personal: { csrf, cart: null, user: null }, setCookie }
    return showCart(db, cartToken).then((lines) => ({
      personal: { csrf, cart: presentCart(lines, settings.get('minimum_sub_total')), user: null },
      setCookie,
    }))
  }
}
