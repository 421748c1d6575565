import type { Shop } from '#contract/content.ts'

export const paymentNames: Record<Shop['payment_types'][number], string> = {
  quickpay: 'Quick Pay',
  check: 'Check',
  card: 'Card',
}
