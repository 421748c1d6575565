import { adminPaths } from '#contract/admin-paths.ts'
import type { SetupStep } from '#contract/reporting/dashboard.ts'

export type FirstStepLabels = {
  name: string
  /** Consequence while the step is not done. */
  consequence: string
  /** Page where the step is done. */
  to: string
}

/** The step's part of the setup page. */
export const setupPath = (step: SetupStep): string => `${adminPaths.setup}?step=${step}`

export const firstStepLabels: Record<SetupStep, FirstStepLabels> = {
  name: { name: 'Store name', consequence: 'Pages and emails say “Salonfront”.', to: setupPath('name') },
  contact: {
    name: 'Store email and phone number',
    consequence: 'Customers can’t reach you, and you don’t get order emails.',
    to: setupPath('contact'),
  },
  counter: {
    name: 'Pickup location',
    consequence: 'Until you set this up, customers see “At our counter”, and pickups aren’t taxed.',
    to: setupPath('counter'),
  },
  payment: {
    name: 'Quick Pay recipient',
    consequence: 'Until you set this up, orders can only be paid by check.',
    to: setupPath('payment'),
  },
  shipping: {
    name: 'Shipping rates',
    consequence: 'Until you set this up, default rates apply.',
    to: setupPath('shipping'),
  },
  taxes: { name: 'Taxes', consequence: 'Until you set this up, orders aren’t taxed.', to: setupPath('taxes') },
  terms: {
    name: 'Terms',
    consequence: 'Until you set this up, new members register without accepting any terms.',
    to: setupPath('terms'),
  },
  mail: {
    name: 'Mail server',
    consequence: 'Until you set this up, emails are only stored as files on the server.',
    to: setupPath('mail'),
  },
  products: {
    name: 'Products',
    consequence: 'Until you add one, there is nothing to buy.',
    to: adminPaths.newProduct,
  },
  staff: {
    name: 'Staff',
    consequence: 'With one account, no one can approve your changes or restore your access.',
    to: adminPaths.staff,
  },
  test_order: {
    name: 'Test order',
    consequence: 'See prices, taxes and emails before your customers do. Nothing of it stays.',
    to: setupPath('test_order'),
  },
  open: { name: 'Open the store', consequence: 'Visitors see “Opening soon”.', to: setupPath('open') },
}
