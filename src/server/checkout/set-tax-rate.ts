import type { TaxRate } from '#domain/order/tax.ts'
import { type Done, type Result, refuse } from '#domain/result.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { type DatedTaxRate, deleteTaxRates, findTaxRates, readTaxRates, upsertTaxRate } from './tax.queries.ts'

export type TaxRateRefusal = { code: 'unknown_state' } | { code: 'no_rate' }

/** From a day on, today unless it is said, a state is taxed like this; orders placed before keep their tax. */
export async function setTaxRate(
  trx: Transaction,
  rate: TaxRate & { fromDate: string | undefined },
): Promise<Result<{ rates: DatedTaxRate[] }, TaxRateRefusal>> {
  if ((await findTaxRates(trx, rate.state)) === undefined) return refuse({ code: 'unknown_state' })
  await upsertTaxRate(trx, rate)
  return { ok: true, rates: await readTaxRates(trx, rate.state) }
}

/** The state is not taxed any more: all its rates go, coming ones too. */
export async function removeTaxRates(trx: Transaction, state: string): Promise<Result<Done, TaxRateRefusal>> {
  if ((await findTaxRates(trx, state)) === undefined) return refuse({ code: 'unknown_state' })
  return (await deleteTaxRates(trx, state)) > 0 ? { ok: true } : refuse({ code: 'no_rate' })
}

export const listTaxRates = (db: Database): Promise<DatedTaxRate[]> => readTaxRates(db)
