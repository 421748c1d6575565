import { sql } from 'kysely'
import type { Cents } from '#domain/money/money.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'

export type ShippingRate = { method: string; baseCents: Cents; perPoundCents: Cents }
export type ShippingZone = { code: string; name: string; prefixes: string[]; rates: ShippingRate[] }
export type ShippingMethod = { code: string; label: string }

/** Serializes changes without blocking quotes. */
export async function lockShipping(trx: Transaction): Promise<void> {
  await sql`lock table shipping_zones in share row exclusive mode`.execute(trx)
}

/** Returns a version that changes with any data that determines a quote. */
export async function readShippingVersion(db: Database | Transaction): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select md5(concat_ws(';',
      (select string_agg(zone::text, ',' order by code) from shipping_zones zone),
      (select string_agg(prefix::text, ',' order by prefix) from shipping_zone_prefixes prefix),
      (select string_agg(method::text, ',' order by code) from shipping_methods method),
      (select string_agg(rate::text, ',' order by zone, method) from shipping_rates rate))) as version`.execute(db)
  return rows[0]?.version ?? ''
}

export const readMethods = (db: Database | Transaction): Promise<ShippingMethod[]> =>
  db.selectFrom('shipping_methods').select(['code', 'label']).orderBy('position').orderBy('code').execute()

export async function readZones(db: Database | Transaction, code?: string): Promise<ShippingZone[]> {
  const { rows } = await sql<ShippingZone>`
    select code, name,
      (select coalesce(json_agg(prefix order by prefix), '[]') from shipping_zone_prefixes where zone = zones.code) as prefixes,
      (select coalesce(json_agg(json_build_object('method', method, 'baseCents', base_cents, 'perPoundCents', per_pound_cents)
          order by position), '[]')
         from shipping_rates join shipping_methods on shipping_methods.code = method where zone = zones.code) as rates
      from shipping_zones zones where ${code ?? null}::text is null or code = ${code ?? null}
     order by name, code`.execute(db)
  return rows
}

/** Finds another zone that has one of these prefixes. Undefined if there is none. */
export const findTakenPrefix = (trx: Transaction, zone: string, prefixes: readonly string[]) =>
  trx
    .selectFrom('shipping_zone_prefixes')
    .select(['prefix', 'zone'])
    .where('zone', '<>', zone)
    .where(sql<boolean>`prefix = any(${prefixes}::text[])`)
    .executeTakeFirst()

/** Creates the zone, or replaces it with all its rates. */
export async function replaceZone(trx: Transaction, { code, name, prefixes, rates }: ShippingZone): Promise<void> {
  await trx
    .insertInto('shipping_zones')
    .values({ code, name })
    .onConflict((conflict) => conflict.column('code').doUpdateSet({ name }))
    .execute()
  await trx.deleteFrom('shipping_zone_prefixes').where('zone', '=', code).execute()
  await trx.deleteFrom('shipping_rates').where('zone', '=', code).execute()
  await sql`insert into shipping_zone_prefixes (prefix, zone) select unnest(${prefixes}::text[]), ${code}`.execute(trx)
  if (rates.length === 0) return
  await trx
    .insertInto('shipping_rates')
    .values(
      rates.map(({ method, baseCents, perPoundCents }) => ({
        zone: code,
        method,
        base_cents: baseCents,
        per_pound_cents: perPoundCents,
      })),
    )
    .execute()
}

export async function deleteZone(trx: Transaction, code: string): Promise<void> {
  await trx.deleteFrom('shipping_rates').where('zone', '=', code).execute()
  await trx.deleteFrom('shipping_zone_prefixes').where('zone', '=', code).execute()
  await trx.deleteFrom('shipping_zones').where('code', '=', code).execute()
}

/** Inserts or renames a method. A new one is offered last. */
export async function upsertMethod(trx: Transaction, { code, label }: ShippingMethod): Promise<void> {
  await sql`
    insert into shipping_methods (code, label, position)
    values (${code}, ${label}, (select coalesce(max(position), 0) + 1 from shipping_methods))
    on conflict (code) do update set label = excluded.label`.execute(trx)
}

/** Numbers the methods from 1 on, in this order. */
export async function positionMethods(trx: Transaction, codes: readonly string[]): Promise<void> {
  await sql`
    update shipping_methods set position = given.position
      from unnest(${codes}::text[]) with ordinality as given (code, position)
     where given.code = shipping_methods.code`.execute(trx)
}

export async function deleteMethod(trx: Transaction, code: string): Promise<void> {
  await trx.deleteFrom('shipping_rates').where('method', '=', code).execute()
  await trx.deleteFrom('shipping_methods').where('code', '=', code).execute()
}
