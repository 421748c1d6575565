import type { TaxRate } from '#domain/order/tax.ts'
import { type Done, type Result, refuse } from '#domain/result.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { type DatedTaxRate, deleteTaxRates, findTaxRates, readTaxRates, upsertTaxRate } from './tax.queries.ts'

export type TaxRateRefusal = { code: 'unknown_state' } | { code: 'no_rate' }

/** Sets the tax of a place from a day on (today by default); orders placed before keep theirs. */
export async function setTaxRate(
  trx: Transaction,
  rate: TaxRate & { fromDate: string | undefined },
): Promise<Result<{ rates: DatedTaxRate[] }, TaxRateRefusal>> {
  if (!(await knowsState(trx, rate.state))) return refuse({ code: 'unknown_state' })
  await upsertTaxRate(trx, rate)
  return { ok: true, rates: await readTaxRates(trx, rate.state) }
}

/** Ends the tax of a state, or that of a part of it, which is taxed as the rest then; future rates are removed, too. */
export async function removeTaxRates(
  trx: Transaction,
  state: string,
  zipPrefix: string,
): Promise<Result<Done, TaxRateRefusal>> {
  if (!(await knowsState(trx, state))) return refuse({ code: 'unknown_state' })
  return (await deleteTaxRates(trx, state, zipPrefix)) > 0 ? { ok: true } : refuse({ code: 'no_rate' })
}

const knowsState = async (trx: Transaction, state: string): Promise<boolean> =>
  (await findTaxRates(trx, { state, zip: '' })) !== undefined

export const listTaxRates = (db: Database): Promise<DatedTaxRate[]> => readTaxRates(db)
