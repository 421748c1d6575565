import { sql } from 'kysely'
import { findTaxState } from '#domain/addresses/zip-state.ts'
import type { Certificate, TaxRate } from '#domain/pricing/tax.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { prepared } from '#server/platform/database/prepared.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

/** Rates start on calendar days in the shop's time zone. */
const today = sql`(now() at time zone 'America/New_York')::date`

/**
 * Finds the tax of a place, now or at another instant. It is zero unless staff set a rate for its state or for a
 * prefix of its ZIP; the longest prefix with a rate on that day wins (docs/back-office §3). Also returns the buyer's
 * certificate that exempts them there. Returns undefined if there is no such state. If the ZIP belongs to another state
 * than the one entered, the ZIP's state decides (docs/decisions/0039).
 */
export async function findTaxRates(
  db: Database | Transaction,
  address: { state: string; zip: string },
  /** Undefined for a guest. */
  userId?: UserId,
  instant?: Date,
): Promise<{ taxRates: TaxRate[]; certificate: Certificate | undefined } | undefined> {
  const [row] = await queryTaxRate(db, { state: findTaxState(address), zip: address.zip, userId, instant })
  if (!row) return undefined
  const { certificate: number, ...rate } = row
  return {
    taxRates: rate.milliPercent === null ? [] : [rate],
    certificate: number === null ? undefined : { state: row.state, number },
  }
}

type TaxedPlace = { state: string; zip: string; userId: UserId | undefined; instant: Date | undefined }

const queryTaxRate = prepared<
  TaxedPlace,
  (TaxRate | { state: string; milliPercent: null }) & { certificate: string | null }
>(
  ({ state, zip, userId, instant }) => sql`
    select states.code as state, rate.zip_prefix as "zipPrefix", rate.milli_percent as "milliPercent",
        rate.on_goods as "onGoods", rate.on_shipping as "onShipping",
        (select number from resale_certificates certificate
          where certificate.user_id = ${userId} and certificate.state = states.code
            and approved_at is not null and ended_at is null and expires_on >= ${today}) as certificate
      from states left join lateral (
        select * from (
          select distinct on (zip_prefix) zip_prefix, milli_percent, on_goods, on_shipping from tax_rates
           where tax_rates.state = states.code and starts_with(${zip}, zip_prefix)
             and from_date <= (coalesce(${instant}::timestamptz, now()) at time zone 'America/New_York')::date
           order by zip_prefix, from_date desc) of_day
         where milli_percent is not null
         order by length(zip_prefix) desc limit 1) rate on true
     where states.code = ${state}`,
)

export type DatedTaxRate = TaxRate & {
  /** YYYY-MM-DD */
  fromDate: string
  phase: 'past' | 'current' | 'upcoming'
}

/**
 * Reads every rate of one state, or of all; those of one place in chronological order. A rate that has ended is past.
 */
export async function readTaxRates(db: Database | Transaction, state?: string): Promise<DatedTaxRate[]> {
  const { rows } = await sql<DatedTaxRate>`
    select * from (
      select state, zip_prefix as "zipPrefix", milli_percent as "milliPercent", on_goods as "onGoods", on_shipping as "onShipping",
          to_char(from_date, 'YYYY-MM-DD') as "fromDate",
          case when from_date > ${today} then 'upcoming'
            when lead(from_date) over (partition by state, zip_prefix order by from_date) <= ${today} then 'past'
            else 'current' end as phase
        from tax_rates where ${state ?? null}::text is null or state = ${state ?? null}) rate
     where "milliPercent" is not null
     order by state, "zipPrefix", "fromDate"`.execute(db)
  return rows
}

/** Returns true if a day (`YYYY-MM-DD`) is over in the shop's time zone. */
export async function isPastDay(trx: Transaction, day: string): Promise<boolean> {
  const { rows } = await sql<{ past: boolean }>`select ${day}::date < ${today} as past`.execute(trx)
  return rows[0]?.past === true
}

/** Replaces a rate that starts on the same day. Without a day it starts today. */
export async function upsertTaxRate(trx: Transaction, rate: TaxRate & { fromDate: string | undefined }): Promise<void> {
  await sql`
    insert into tax_rates (state, zip_prefix, milli_percent, on_goods, on_shipping, from_date)
    values (${rate.state}, ${rate.zipPrefix}, ${rate.milliPercent}, ${rate.onGoods}, ${rate.onShipping},
      coalesce(${rate.fromDate ?? null}::date, ${today}))
    on conflict on constraint tax_rates_pkey do update
      set milli_percent = excluded.milli_percent, on_goods = excluded.on_goods,
        on_shipping = excluded.on_shipping`.execute(trx)
}

/** Ends the rates of a whole state with all its parts, or of one part, from today on. Past rates stay. */
export async function endTaxRates(trx: Transaction, state: string, zipPrefix: string): Promise<void> {
  const placeCondition = sql`state = ${state} and (${zipPrefix} = '' or zip_prefix = ${zipPrefix})`
  await sql`delete from tax_rates where ${placeCondition} and from_date >= ${today}`.execute(trx)
  await sql`
    insert into tax_rates (state, zip_prefix, milli_percent, on_goods, on_shipping, from_date)
    select state, zip_prefix, null, on_goods, on_shipping, ${today} from (
      select distinct on (zip_prefix) state, zip_prefix, milli_percent, on_goods, on_shipping from tax_rates
       where ${placeCondition} order by zip_prefix, from_date desc) latest
     where milli_percent is not null`.execute(trx)
}

/** Serializes changes without blocking reads. */
export async function lockTaxRates(trx: Transaction): Promise<void> {
  await sql`lock table tax_rates in share row exclusive mode`.execute(trx)
}

/** Returns a version that changes with any rate. */
export async function readTaxVersion(db: Database | Transaction): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select md5(coalesce(string_agg(rate::text, ',' order by state, zip_prefix, from_date), '')) as version
      from tax_rates rate`.execute(db)
  return rows[0]?.version ?? ''
}
