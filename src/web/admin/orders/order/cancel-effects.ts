import { formatDollars } from '#domain/money.ts'
import { type OrderFile, packedPieces, pieces, piecesLeft, piecesOutside } from './order-file.ts'

const cents = (dollars: number): number => Math.round(dollars * 100)

/** What canceling an order does, in figures (docs/back-office §3, Canceling); `restock` if what was handed over is sold again. */
export function cancelEffects(file: OrderFile, restock: boolean): string[] {
  const { order, money, customer } = file
  const credited = (cents(money.total) - cents(money.credited)) / 100
  const outside = piecesOutside(file)
  const back = piecesLeft(file) - (restock ? 0 : outside)
  const packed = packedPieces(file)
  const due = Math.max(0, cents(credited) - cents(money.balance)) / 100
  return [
    credited === 0
      ? 'All of it is credited already.'
      : money.received > 0
        ? `${formatDollars(credited)} is credited by a numbered credit note.`
        : `${formatDollars(credited)} is not asked for any more. No money came, so there is no credit note.`,
    ...(due > 0 ? [`${formatDollars(due)} is to be given back after it.`] : []),
    ...(packed > 0 ? [`${pieces(packed)} that are packed are unpacked.`] : []),
    back > 0 ? `${pieces(back)} ${back === 1 ? 'goes' : 'go'} back into stock.` : 'Nothing goes back into stock.',
    ...(order.status === 'completed' && customer.credited_user_id !== null
      ? [`${order.pv} PV of ${customer.credited_name ?? `member ${customer.credited_user_id}`} are taken back.`]
      : []),
    'The customer is emailed.',
  ]
}

/** What reinstating it does. */
export function reinstateEffects(file: OrderFile): string[] {
  const { money, ledger } = file
  const credit = ledger.find(({ kind, number }) => kind === 'cancellation' && number === null)
  const again = credit ? -credit.change : 0
  return [
    `${formatDollars((cents(money.balance) + cents(again)) / 100)} is to be paid after it.`,
    `${pieces(piecesLeft(file))} are taken out of stock again; if there is too little, nothing changes.`,
    'It falls due only when you give it a new due date.',
  ]
}
