import type { AnyRefusal, Result } from '#domain/result.ts'
import type { PaymentServices } from '#server/payment/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import type { CommandContext } from './command.ts'

/** Runs a payment use case in one transaction, with the shop's settings and its mails queued. */
export async function inPayments<Value, Reason extends AnyRefusal>(
  { connection, env, say }: CommandContext,
  command: (trx: Transaction, shop: PaymentServices) => Promise<Result<Value, Reason>>,
): Promise<Result<Value, Reason>> {
  const settings = await openSettings(connection.db, env)
  const jobs = await startJobs(connection, (error) => say(String(error)))
  try {
    return await inTransaction(connection.db, (trx) => command(trx, { jobs, settings }))
  } finally {
    await jobs.stop()
  }
}
