import { useQueryClient } from '@tanstack/react-query'
import { formatDollars } from '#domain/money/money.ts'
import { adminPost } from '../api/api.ts'
import { errorMessage } from '../api/error-messages.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { showToast } from '../ui/toasts.tsx'
import { type BankTransaction, pluralize } from './transaction-labels.ts'

const UNDO_REASON = 'Undone right after recording.'

/**
 * Actions of the transaction list. Offers undo only where it restores exactly the previous state: it reverses
 * everything that a transaction pays, so not after an earlier partial booking.
 */
export function useTransactionMutations() {
  const client = useQueryClient()

  async function undo(booked: readonly { bank_transaction_id: number; version: string }[]): Promise<void> {
    let undoneCount = 0
    try {
      for (const { bank_transaction_id, version } of booked) {
        await adminPost('undoBankTransaction', {
          params: { bank_transaction_id },
          body: { reason: UNDO_REASON, expected_version: version },
        })
        undoneCount++
      }
      showToast(`${pluralize(undoneCount, 'payment')} reopened.`)
    } catch (error) {
      const message = errorMessage(error)
      if (message !== undefined)
        showToast(`${message} ${undoneCount} of ${booked.length} reopened.`, { tone: 'danger' })
    }
    await client.invalidateQueries()
  }

  const bookTransaction = useAdminMutation('bookBankTransaction', {
    successMessage: ({ amount, open }) =>
      open > 0 ? `Recorded. ${formatDollars(open)} is still open.` : `${formatDollars(amount)} recorded.`,
    undo: (transaction, { body }) =>
      transaction.paid.length === body.orders.length
        ? () => void undo([{ bank_transaction_id: transaction.id, version: transaction.version }])
        : undefined,
  })
  const bookExact = useAdminMutation('bookExactBankTransactions', {
    successMessage: ({ booked }) =>
      booked.length === 0
        ? 'No exact matches left. Nothing was recorded.'
        : `${pluralize(booked.length, 'payment')} recorded: ${formatDollars(
            booked.reduce((sum, { amount }) => sum + amount, 0),
          )}.`,
    undo({ booked }) {
      const undoable = booked.flatMap(({ bank_transaction_id, version }) =>
        version === null ? [] : [{ bank_transaction_id, version }],
      )
      return booked.length > 0 && undoable.length === booked.length ? () => void undo(undoable) : undefined
    },
  })
  const receive = useAdminMutation('confirmBankTransaction', {
    successMessage: ({ amount }) => `${formatDollars(amount)} confirmed as received.`,
  })
  return { bookTransaction, bookExact, receive }
}

export type BookTransaction = ReturnType<typeof useTransactionMutations>['bookTransaction']

export type ReceiveTransaction = ReturnType<typeof useTransactionMutations>['receive']

/** Body that books the whole open amount for one order. */
export const bookInputFor = (transaction: BankTransaction, orderId: number) => ({
  params: { bank_transaction_id: transaction.id },
  body: { orders: [{ order_id: orderId }], expected_version: transaction.version },
})
