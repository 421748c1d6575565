import { orderRules, presentCart } from './cart/present-cart.ts'
import { showCart } from './cart/show-cart.ts'
import { findCaller } from './customers/caller.ts'
import { findPresentedUser } from './customers/present-user.ts'
import type { AccountServices } from './customers/session-cache.ts'
import type { PersonalParts } from './http/pages/personal-part.ts'
import type { Visitors } from './http/visitors.ts'

/** Loads personal parts; a visitor without a cart costs no query at all (docs/decisions/0003). */
export function makePersonalParts({ db, sessions, settings }: AccountServices, visitors: Visitors): PersonalParts {
  const findWithoutQuery: PersonalParts['findWithoutQuery'] = (headers) => {
    if (visitors.cartToken({ headers }) !== undefined || visitors.sessionToken({ headers }) !== undefined)
      return undefined
    const { id, setCookie } = visitors.visitor({ headers })
    return { personal: { csrf: visitors.csrfToken(id), cart: null, user: null }, setCookies: toList(setCookie) }
  }
  return {
    findWithoutQuery,
    async load(request) {
      const { id, setCookie } = visitors.visitor(request)
      const { session, cartOwner } = await findCaller(sessions, visitors, request)
      const shownCart = cartOwner === undefined ? undefined : await showCart(db, cartOwner)
      const user = shownCart === undefined ? null : await findPresentedUser(db, session?.user.id)
      const cart = shownCart === undefined ? null : presentCart(shownCart, orderRules(settings), user)
      const referral = visitors.referralLines(request, request.raw.url ?? '/')
      return {
        personal: { csrf: visitors.csrfToken(id), cart, user: session?.user ?? null },
        setCookies: [...toList(setCookie), ...referral],
        banner: session?.staff
          ? {
              kind: 'signed_in_as',
              name: `${session.user.first_name} ${session.user.last_name}`,
              until: session.staff.until,
            }
          : settings.get('open_to_visitors')
            ? undefined
            : { kind: 'not_open' },
      }
    },
  }
}

const toList = (line: string | undefined): string[] => (line === undefined ? [] : [line])
