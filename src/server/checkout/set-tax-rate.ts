import { formatJurisdiction } from '#domain/pricing/price-steps.ts'
import type { TaxRate } from '#domain/pricing/tax.ts'
import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import {
  type DatedTaxRate,
  endTaxRates,
  findTaxRates,
  isPastDay,
  lockTaxRates,
  readTaxRates,
  readTaxVersion,
  upsertTaxRate,
} from './tax.queries.ts'

export type TaxRateRefusal = Refusal<'state_not_found' | 'rate_in_past' | 'no_rate' | 'stale'>
type Jurisdiction = Pick<TaxRate, 'state' | 'zipPrefix'>

/**
 * Sets the tax of a place, starting on a day (today by default). Existing orders keep theirs. Refuses a past day, because
 * the table would contradict the tax of existing orders (docs/decisions/0039). Also refuses if the table no longer has
 * the expected version; undefined skips that check.
 */
export async function setTaxRate(
  trx: Transaction,
  actor: Actor,
  { expectedVersion, ...rate }: TaxRate & { fromDate: string | undefined; expectedVersion?: string | undefined },
): Promise<Result<{ rates: DatedTaxRate[] }, TaxRateRefusal>> {
  if (await isStale(trx, expectedVersion)) return refuse({ code: 'stale' })
  if (!(await stateExists(trx, rate.state))) return refuse({ code: 'state_not_found' })
  if (rate.fromDate !== undefined && (await isPastDay(trx, rate.fromDate))) return refuse({ code: 'rate_in_past' })
  const before = (await readTaxRates(trx, rate.state)).findLast((existing) => isBefore(existing, rate))
  await upsertTaxRate(trx, rate)
  const { state: _, zipPrefix: __, ...after } = rate
  await recordAction(trx, actor, {
    action: 'tax.set',
    subject: toSubject(rate),
    ...(before && { before: toFigures(before) }),
    after,
  })
  return { ok: true, rates: await readTaxRates(trx, rate.state) }
}

/**
 * Ends the tax of a state today, or that of a part of it, which is then taxed like the rest. Also removes future rates.
 * Rates of earlier days stay, because an edit uses the rates of the order's day (docs/back-office §3).
 */
export async function removeTaxRates(
  trx: Transaction,
  actor: Actor,
  jurisdiction: Jurisdiction,
  expectedVersion?: string,
): Promise<Result<NoValue, TaxRateRefusal>> {
  if (await isStale(trx, expectedVersion)) return refuse({ code: 'stale' })
  if (!(await stateExists(trx, jurisdiction.state))) return refuse({ code: 'state_not_found' })
  const { state, zipPrefix } = jurisdiction
  const removed = (await readTaxRates(trx, state)).filter(
    (rate) => rate.phase !== 'past' && (zipPrefix === '' || rate.zipPrefix === zipPrefix),
  )
  if (removed.length === 0) return refuse({ code: 'no_rate' })
  await endTaxRates(trx, state, zipPrefix)
  await recordAction(trx, actor, {
    action: 'tax.removed',
    subject: toSubject(jurisdiction),
    before: { rates: removed.map((rate) => ({ zipPrefix: rate.zipPrefix, ...toFigures(rate) })) },
  })
  return { ok: true }
}

/** Returns true if an existing rate of the same place applies until that day, or starts on it and is replaced. */
const isBefore = (existing: DatedTaxRate, rate: TaxRate & { fromDate: string | undefined }): boolean =>
  existing.zipPrefix === rate.zipPrefix &&
  (rate.fromDate === undefined ? existing.phase !== 'upcoming' : existing.fromDate <= rate.fromDate)

const toFigures = ({ milliPercent, onGoods, onShipping, fromDate }: DatedTaxRate) => ({
  milliPercent,
  onGoods,
  onShipping,
  fromDate,
})

const toSubject = (jurisdiction: Jurisdiction) => ({ kind: 'tax', id: formatJurisdiction(jurisdiction) }) as const

async function isStale(trx: Transaction, expectedVersion: string | undefined): Promise<boolean> {
  await lockTaxRates(trx)
  return expectedVersion !== undefined && (await readTaxVersion(trx)) !== expectedVersion
}

const stateExists = async (trx: Transaction, state: string): Promise<boolean> =>
  (await findTaxRates(trx, { state, zip: '' })) !== undefined

export const listTaxRates = (db: Database): Promise<DatedTaxRate[]> => readTaxRates(db)

/** Returns the version to pass with a change of the table. */
export const getTaxVersion = (db: Database): Promise<string> => readTaxVersion(db)
