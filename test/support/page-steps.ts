import { inTransaction } from '#server/platform/database/transaction.ts'
import type { TestApp } from './app.ts'
import { createPaymentServices } from './payment-services.ts'
import { type ShopSteps, shopSteps } from './shop-steps.ts'

/** Runs a use case of staff while the page is open; throws when it is refused. */
export async function takeStep<Name extends keyof ShopSteps>(
  { services: { db, jobs } }: TestApp,
  name: Name,
  ...input: Parameters<ShopSteps[Name]>
): Promise<void> {
  const step = (shopSteps[name] as (...input: unknown[]) => ReturnType<ShopSteps[Name]>)(...input)
  const done = await inTransaction(db, (trx) => step(trx, createPaymentServices(jobs)))
  if (!done.ok) throw new Error(done.refusal.code)
}
