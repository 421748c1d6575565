import type { Transaction } from '../database/connect.ts'
import { insertSubscriber } from './member.queries.ts'

/** Subscribes an email to the newsletter, or leaves it subscribed. */
export const subscribe = (trx: Transaction, email: string): Promise<void> => insertSubscriber(trx, email)
