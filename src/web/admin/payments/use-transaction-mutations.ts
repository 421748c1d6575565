import { useQueryClient } from '@tanstack/react-query'
import { formatDollars } from '#domain/money/money.ts'
import { adminPost } from '../api/api.ts'
import { errorMessage } from '../api/error-messages.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { say } from '../ui/toasts.tsx'
import { counted, type Notice, seenPayments } from './transaction-labels.ts'

const UNDONE = 'Undone right after recording.'

/**
 * Actions of the transaction list. Offers undo only where it restores exactly the previous state: it reverses
 * everything that a transaction pays, so not after an earlier partial booking.
 */
export function useTransactionMutations() {
  const client = useQueryClient()

  async function undo(booked: readonly { bank_transaction_id: number; expected_payments: number[] }[]): Promise<void> {
    let undone = 0
    try {
      for (const { bank_transaction_id, expected_payments } of booked) {
        await adminPost('undoNotice', { params: { bank_transaction_id }, body: { reason: UNDONE, expected_payments } })
        undone++
      }
      say(`${counted(undone, 'payment')} reopened.`)
    } catch (error) {
      const sentence = errorMessage(error)
      if (sentence !== undefined) say(`${sentence} ${undone} of ${booked.length} reopened.`, { tone: 'danger' })
    }
    await client.invalidateQueries()
  }

  const bookOne = useAdminMutation('bookNotice', {
    done: ({ amount, open }) =>
      open > 0 ? `Recorded. ${formatDollars(open)} is still open.` : `${formatDollars(amount)} recorded.`,
    undo: (notice, { body }) =>
      notice.paid.length === body.orders.length
        ? () => void undo([{ bank_transaction_id: notice.id, expected_payments: seenPayments(notice) }])
        : undefined,
  })
  const bookExact = useAdminMutation('bookExactNotices', {
    done: ({ booked }) =>
      booked.length === 0
        ? 'No exact matches left. Nothing was recorded.'
        : `${counted(booked.length, 'payment')} recorded: ${formatDollars(
            booked.reduce((sum, { amount }) => sum + amount, 0),
          )}.`,
    undo: ({ booked }) =>
      booked.length > 0
        ? () =>
            void undo(
              booked.map(({ bank_transaction_id, payment_id }) => ({
                bank_transaction_id,
                expected_payments: [payment_id],
              })),
            )
        : undefined,
  })
  const receive = useAdminMutation('receiveNotice', {
    done: ({ amount }) => `${formatDollars(amount)} confirmed as received.`,
  })
  return { bookOne, bookExact, receive }
}

export type BookOne = ReturnType<typeof useTransactionMutations>['bookOne']

export type ReceiveOne = ReturnType<typeof useTransactionMutations>['receive']

/** Body that books the whole open amount for one order. */
export const wholeFor = (notice: Notice, orderId: number) => ({
  params: { bank_transaction_id: notice.id },
  body: { orders: [{ order_id: orderId }], expected_open: notice.open },
})
