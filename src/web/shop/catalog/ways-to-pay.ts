import type { Shop } from '#contract/content/calls.ts'

const names: Record<Shop['payment_types'][number], string> = { quickpay: 'Quick Pay', check: 'check', card: 'card' }

/** Payment methods of the shop, for use within a sentence: `Quick Pay or check`. */
export const waysToPay = (types: Shop['payment_types']): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(types.map((type) => names[type]))
