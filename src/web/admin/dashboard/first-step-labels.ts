import { adminPaths } from '#contract/admin-paths.ts'
import type { SetupStep } from '#contract/reporting/dashboard.ts'

export type FirstStepLabels = {
  name: string
  /** Consequence while the step is not done. */
  consequence: string
  /** Page where the step is done. */
  to: string
}

const settingsSearch = (query: string): string => `${adminPaths.settings}?search=${encodeURIComponent(query)}`

export const firstStepLabels: Record<SetupStep, FirstStepLabels> = {
  products: {
    name: 'Products',
    consequence: 'Until you add one, there is nothing to buy.',
    to: adminPaths.newProduct,
  },
  contact: {
    name: 'Store email and phone number',
    consequence: 'Customers can’t reach you, and you don’t get order emails.',
    to: settingsSearch('customers'),
  },
  payment: {
    name: 'Quick Pay recipient',
    consequence: 'Until you set this up, orders can only be paid by check.',
    to: settingsSearch('quick pay'),
  },
  counter: {
    name: 'Pickup location',
    consequence: 'Until you set this up, customers see “At our counter”, and pickups aren’t taxed.',
    to: settingsSearch('counter'),
  },
  shipping: {
    name: 'Shipping rates',
    consequence: 'Until you set this up, default rates apply.',
    to: adminPaths.shipping,
  },
  taxes: { name: 'Taxes', consequence: 'Until you set this up, orders aren’t taxed.', to: adminPaths.tax },
  terms: {
    name: 'Terms',
    consequence: 'Until you set this up, new members register without accepting any terms.',
    to: adminPaths.terms,
  },
  staff: {
    name: 'Staff',
    consequence: 'With one account, no one can approve your changes or restore your access.',
    to: adminPaths.staff,
  },
}
