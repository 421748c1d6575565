import type { FirstStep } from '#contract/admin-dashboard.ts'
import { adminPaths } from '#contract/admin-paths.ts'

export type FirstStepWords = {
  name: string
  /** How it is until it is done. */
  without: string
  /** Where it is done; products come by a command. */
  to?: string
}

const settings = (words: string): string => `${adminPaths.settings}?search=${encodeURIComponent(words)}`

export const firstStepWords: Record<FirstStep, FirstStepWords> = {
  products: { name: 'Products', without: 'Bring them in from a file: npm run shop -- import products FILE' },
  contact: {
    name: 'Email and phone number of the shop',
    without: 'Customers cannot reach you, and you get no email about their orders.',
    to: settings('customers'),
  },
  payment: {
    name: 'Where Quick Pay goes',
    without: 'Orders can be paid by check only.',
    to: settings('quick pay'),
  },
  counter: {
    name: 'Where orders are picked up',
    without: 'Customers read “At our counter”, and pickups are not taxed.',
    to: settings('counter'),
  },
  shipping: {
    name: 'What shipping costs',
    without: 'Orders are sent at the prices that every new shop begins with.',
    to: adminPaths.shipping,
  },
  taxes: { name: 'Taxes', without: 'No order is taxed.', to: adminPaths.tax },
  terms: { name: 'Terms', without: 'Members accept none when they register.', to: adminPaths.terms },
  staff: {
    name: 'Who works with you',
    without: 'Alone, nobody approves what you do, and nobody else can let you in again.',
    to: adminPaths.staff,
  },
}
