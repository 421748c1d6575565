import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { findBankTransactionsVersion } from './bank-transaction.queries.ts'
import { matchOpenBankTransactions } from './match-open-bank-transactions.ts'

/**
 * Returns the open orders that an open bank transaction matches exactly or probably: their money may have arrived
 * already (docs/back-office §3).
 */
export const findMatchedOrders = async (db: Database): Promise<ReadonlySet<number>> =>
  (await matchOpenBankTransactions(db)).orders

/** Returns a mark that changes when the result may have changed because of new bank data. */
export const getBankTransactionsVersion = (db: Database | Transaction): Promise<string> =>
  findBankTransactionsVersion(db)
