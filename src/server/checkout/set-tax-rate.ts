import type { TaxRate } from '#domain/order/tax.ts'
import { type Done, type Result, refuse } from '#domain/result.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { type DatedTaxRate, deleteTaxRates, findTaxRates, readTaxRates, upsertTaxRate } from './tax.queries.ts'

export type TaxRateRefusal = { code: 'unknown_state' } | { code: 'no_rate' }

/** Sets a state's tax from a day on (today by default); orders placed before keep theirs. */
export async function setTaxRate(
  trx: Transaction,
  rate: TaxRate & { fromDate: string | undefined },
): Promise<Result<{ rates: DatedTaxRate[] }, TaxRateRefusal>> {
  if ((await findTaxRates(trx, rate.state)) === undefined) return refuse({ code: 'unknown_state' })
  await upsertTaxRate(trx, rate)
  return { ok: true, rates: await readTaxRates(trx, rate.state) }
}

/** Ends a state's tax: all its rates are removed, future ones too. */
export async function removeTaxRates(trx: Transaction, state: string): Promise<Result<Done, TaxRateRefusal>> {
  if ((await findTaxRates(trx, state)) === undefined) return refuse({ code: 'unknown_state' })
  return (await deleteTaxRates(trx, state)) > 0 ? { ok: true } : refuse({ code: 'no_rate' })
}

export const listTaxRates = (db: Database): Promise<DatedTaxRate[]> => readTaxRates(db)
