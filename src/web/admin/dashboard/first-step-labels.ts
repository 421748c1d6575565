import { adminPaths } from '#contract/admin-paths.ts'
import type { SetupStep } from '#contract/reporting/dashboard.ts'

export type FirstStepLabels = {
  name: string
  /** Consequence while the step is not done. */
  consequence: string
  /** Page of the step; products are imported by a command. */
  to?: string
}

const settingsSearch = (query: string): string => `${adminPaths.settings}?search=${encodeURIComponent(query)}`

export const firstStepLabels: Record<SetupStep, FirstStepLabels> = {
  products: { name: 'Products', consequence: 'Import them from a file: npm run shop -- import products FILE' },
  contact: {
    name: 'Store email and phone number',
    consequence: 'Customers can’t reach you, and you don’t get order emails.',
    to: settingsSearch('customers'),
  },
  payment: {
    name: 'Quick Pay recipient',
    consequence: 'Until then, orders can only be paid by check.',
    to: settingsSearch('quick pay'),
  },
  counter: {
    name: 'Pickup location',
    consequence: 'Until then, customers see “At our counter”, and pickups aren’t taxed.',
    to: settingsSearch('counter'),
  },
  shipping: {
    name: 'Shipping rates',
    consequence: 'Until then, default rates apply.',
    to: adminPaths.shipping,
  },
  taxes: { name: 'Taxes', consequence: 'Until then, orders aren’t taxed.', to: adminPaths.tax },
  terms: {
    name: 'Terms',
    consequence: 'Until then, new members accept none when they register.',
    to: adminPaths.terms,
  },
  staff: {
    name: 'Staff',
    consequence: 'With one account, no one can approve your changes or restore your access.',
    to: adminPaths.staff,
  },
}
