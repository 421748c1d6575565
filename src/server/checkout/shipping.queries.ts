import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { prepared } from '#server/platform/database/prepared.ts'

/** Reads the rates of the zone with the longest prefix of the ZIP. Empty if the ZIP is not served. */
export const readShippingRates = (db: Database | Transaction, zipcode: string): Promise<ShippingRate[]> =>
  readZoneRates(db, { prefixes: [1, 2, 3, 4, 5].map((length) => zipcode.slice(0, length)) })

type ShippingRate = { method: string; label: string; base_cents: number; per_pound_cents: number }

const readZoneRates = prepared<{ prefixes: string[] }, ShippingRate>(
  ({ prefixes }) => sql`
    select rate.method, method.label, rate.base_cents, rate.per_pound_cents
      from shipping_rates rate join shipping_methods method on method.code = rate.method
     where rate.zone = (select zone from shipping_zone_prefixes where prefix = any(${prefixes})
                         order by length(prefix) desc limit 1)
     order by method.position`,
)
