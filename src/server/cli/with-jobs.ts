import type { AnyRefusal, Result } from '#domain/result.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type Jobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import type { CommandContext } from './command.ts'

/** Starts the job queue, which the first process to use it creates. */
export async function withJobs<Value>(
  { connection, print }: CommandContext,
  work: (jobs: Jobs) => Promise<Value>,
): Promise<Value> {
  const jobs = await startJobs(connection, (error) => print(String(error)))
  try {
    return await work(jobs)
  } finally {
    await jobs.stop()
  }
}

/** Runs a use case in one transaction, with the shop's settings and its emails queued. */
export async function inShopTransaction<Value, Reason extends AnyRefusal>(
  context: CommandContext,
  command: (trx: Transaction, shop: PaymentServices) => Promise<Result<Value, Reason>>,
): Promise<Result<Value, Reason>> {
  const { db } = context.connection
  const settings = await openSettings(db, context.env)
  return withJobs(context, (jobs) => inTransaction(db, (trx) => command(trx, { jobs, settings })))
}
