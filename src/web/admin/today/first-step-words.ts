import type { FirstStep } from '#contract/admin-dashboard.ts'
import { adminPaths } from '#contract/admin-paths.ts'

export type FirstStepWords = {
  name: string
  /** Consequence while the step is not done. */
  without: string
  /** Page of the step; products are imported by a command. */
  to?: string
}

const settings = (words: string): string => `${adminPaths.settings}?search=${encodeURIComponent(words)}`

export const firstStepWords: Record<FirstStep, FirstStepWords> = {
  products: { name: 'Products', without: 'Import them from a file: npm run shop -- import products FILE' },
  contact: {
    name: 'Email and phone number of the shop',
    without: 'Customers cannot reach you, and you get no email about their orders.',
    to: settings('customers'),
  },
  payment: {
    name: 'Quick Pay recipient',
    without: 'Until then, orders can be paid by check only.',
    to: settings('quick pay'),
  },
  counter: {
    name: 'Where orders are picked up',
    without: 'Until then, customers read “At our counter”, and pickups are not taxed.',
    to: settings('counter'),
  },
  shipping: {
    name: 'Shipping rates',
    without: 'Until then, the default rates of a new shop apply.',
    to: adminPaths.shipping,
  },
  taxes: { name: 'Taxes', without: 'No order is taxed.', to: adminPaths.tax },
  terms: { name: 'Terms', without: 'Until then, members accept none when they register.', to: adminPaths.terms },
  staff: {
    name: 'Staff',
    without: 'With one account, nobody can approve your changes or restore your access.',
    to: adminPaths.staff,
  },
}
