import type { OpenBusiness } from '#contract/privacy/calls.ts'

export const isNothingOpen = ({ orders, balances, months }: OpenBusiness): boolean =>
  orders.length + balances.length + months.length === 0
