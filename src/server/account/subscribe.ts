import type { Transaction } from '#server/platform/database/connection.ts'
import { insertSubscriber } from './account.queries.ts'

/** Subscribes an email to the newsletter, or leaves it subscribed. */
export const subscribe = (trx: Transaction, email: string): Promise<void> => insertSubscriber(trx, email)
