import { adminPaths } from '#contract/admin-paths.ts'
import type { FirstStep } from '#contract/reporting/dashboard.ts'

export type FirstStepLabels = {
  name: string
  /** Consequence while the step is not done. */
  without: string
  /** Page of the step; products are imported by a command. */
  to?: string
}

const settings = (words: string): string => `${adminPaths.settings}?search=${encodeURIComponent(words)}`

export const firstStepLabels: Record<FirstStep, FirstStepLabels> = {
  products: { name: 'Products', without: 'Import them from a file: npm run shop -- import products FILE' },
  contact: {
    name: 'Store email and phone number',
    without: 'Customers can’t reach you, and you don’t get order emails.',
    to: settings('customers'),
  },
  payment: {
    name: 'Quick Pay recipient',
    without: 'Until then, orders can only be paid by check.',
    to: settings('quick pay'),
  },
  counter: {
    name: 'Pickup location',
    without: 'Until then, customers see “At our counter”, and pickups aren’t taxed.',
    to: settings('counter'),
  },
  shipping: {
    name: 'Shipping rates',
    without: 'Until then, default rates apply.',
    to: adminPaths.shipping,
  },
  taxes: { name: 'Taxes', without: 'Until then, orders aren’t taxed.', to: adminPaths.tax },
  terms: { name: 'Terms', without: 'Until then, new members accept none when they register.', to: adminPaths.terms },
  staff: {
    name: 'Staff',
    without: 'With one account, no one can approve your changes or restore your access.',
    to: adminPaths.staff,
  },
}
