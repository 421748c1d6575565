import { sql } from 'kysely'
import { addressFields } from '#domain/addresses/address.ts'

/** Columns of an address, with the same names in every table that stores one. */
export const addressColumns = sql.join(addressFields.map((field) => sql.ref(field)))
