import type { OpenBusiness } from '#contract/personal-data.ts'

export const isNothingOpen = ({ orders, balances, months }: OpenBusiness): boolean =>
  orders.length + balances.length + months.length === 0
