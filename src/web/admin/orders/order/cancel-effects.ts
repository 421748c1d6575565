import { formatDollars } from '#domain/money/money.ts'
import { formatWhole } from '#domain/money/whole-number.ts'
import { deliveredCount, formatItems, type OrderRecord, packedCount, unreturnedCount } from './order-record.ts'

const cents = (dollars: number): number => Math.round(dollars * 100)

/**
 * Describes the effects of a cancellation, with amounts (docs/back-office §3, Canceling); `restock` if delivered goods
 * are resellable.
 */
export function cancelEffects(record: OrderRecord, restock: boolean): string[] {
  const { order, money, customer } = record
  const creditAmount = (cents(money.total) - cents(money.credited)) / 100
  const delivered = deliveredCount(record)
  const restockedCount = unreturnedCount(record) - (restock ? 0 : delivered)
  const packedUnits = packedCount(record)
  const due = Math.max(0, cents(creditAmount) - cents(money.balance)) / 100
  return [
    creditAmount === 0
      ? 'It is already credited in full.'
      : money.received > 0
        ? `A credit note for ${formatDollars(creditAmount)} will be issued.`
        : `The customer no longer owes ${formatDollars(creditAmount)}. Nothing was paid, so no credit note.`,
    ...(due > 0 ? [`A refund of ${formatDollars(due)} will be due.`] : []),
    ...(packedUnits > 0 ? [`${formatItems(packedUnits)} will be unpacked.`] : []),
    restockedCount > 0 ? `${formatItems(restockedCount)} will be restocked.` : 'Nothing will be restocked.',
    ...(order.status === 'completed' && customer.credited_user_id !== null
      ? [
          `${formatWhole(order.pv)} PV are reversed for ${customer.credited_name ?? `member ${customer.credited_member_no}`}.`,
        ]
      : []),
    'The customer gets an email.',
  ]
}

/** Describes the effects of a reinstatement. */
export function reinstateEffects(record: OrderRecord): string[] {
  const { money, ledger } = record
  const credit = ledger.find(({ kind, number }) => kind === 'cancellation' && number === null)
  const reinstated = credit ? -credit.change : 0
  return [
    `${formatDollars((cents(money.balance) + cents(reinstated)) / 100)} will be due.`,
    `${formatItems(unreturnedCount(record))} will be taken out of stock again. If there isn’t enough stock, nothing changes.`,
    'It has no due date until you set a new one.',
  ]
}
