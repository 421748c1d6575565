import type { ListingQuery } from '#contract/catalog.ts'

/** Every address of the shop is made here, so that a moved page is one edit. */
export const paths = {
  home: '/',
  packages: '/packages',
  listing: (query: Partial<ListingQuery>) => `/packages${search(query)}`,
  product: (id: number) => `/packages/${id}`,
  faqs: '/faqs',
  cart: '/checkout/cart',
  shipping: '/checkout/shipping',
  payment: '/checkout/payment',
  review: '/checkout/review',
  success: '/checkout/success',
  accountOrders: '/account/orders',
  guestOrder: (id: number, key: string) => `/orders/${id}?key=${encodeURIComponent(key)}`,

  api: {
    cart: '/cart.json',
    addToCart: '/shopping-cart/product/add',
    updateCartLine: '/shopping-cart/product/update',
    removeCartLine: '/shopping-cart/product/remove',
    listing: (query: Partial<ListingQuery>) => `/packages.json${search(query)}`,
    product: (id: number) => `/packages/${id}.json`,
    home: '/home.json',
    faqs: '/faqs.json',
    shop: '/shop.json',
    states: '/states.json',
    quotes: (zipcode: string) => `/checkout/quotes.json${search({ zipcode })}`,
    placeOrder: '/checkout/confirm',
    lastOrder: '/checkout/order.json',
    guestOrder: (id: number, key: string) => `/orders/${id}.json${search({ key })}`,
  },
} as const

/** Leaves out what is empty or the default, so that one listing has one address. */
function search(query: Record<string, string | number | undefined>): string {
  const entries = Object.entries(query).filter(
    ([name, value]) =>
      value !== undefined &&
      value !== '' &&
      !(name === 'page' && value === 1) &&
      !(name === 'sort' && value === 'featured'),
  )
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}
