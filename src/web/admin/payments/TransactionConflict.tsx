import { type BankTransaction, stateMessage } from './transaction-labels.ts'

/** Shows the current state of a bank transaction after a conflict. */
export const TransactionConflict = ({ current }: { current: BankTransaction | undefined }) =>
  current === undefined ? null : <p className="rounded-field bg-sunken px-3 py-2">{stateMessage(current)}</p>
