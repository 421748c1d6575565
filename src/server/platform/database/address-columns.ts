import { sql } from 'kysely'
import { addressFields } from '#domain/address/address.ts'

/** The columns of an address, named alike in every table that keeps one. */
export const addressColumns = sql.join(addressFields.map((field) => sql.ref(field)))
