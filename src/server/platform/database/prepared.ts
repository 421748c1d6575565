import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from './connection.ts'
import { askerOf } from './pipelined.ts'

/** Where a value goes that is known only when the statement is sent. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement whose text is put together once, at its first use, and afterwards only sent with other values: for those of the
 * hottest calls, where building and compiling the text took as long as the driver. The text must not depend on the values.
 * Outside of a transaction it shares a connection with others (shared-connections.ts), so it must be quick.
 */
export function prepared<Values extends object, Row>(
  write: (slots: Record<keyof Values, RawBuilder<unknown>>) => RawBuilder<Row>,
): (db: Database | Transaction, values: Values) => Promise<Row[]> {
  const slots = new Proxy({} as Record<keyof Values, RawBuilder<unknown>>, {
    get: (_, name) => sql.val(new Slot(String(name))),
  })
  let written: { text: string; names: (keyof Values)[] } | undefined
  return async (db, values) => {
    if (!written) {
      const { sql: text, parameters } = write(slots).compile(db)
      written = { text, names: parameters.map(nameOf<Values>) }
    }
    const { text, names } = written
    const given = names.map((name) => values[name])
    const asker = askerOf(db)
    const { rows } = asker
      ? await asker.ask<Row>(text, given)
      : await db.executeQuery<Row>(CompiledQuery.raw(text, given))
    return rows
  }
}

function nameOf<Values>(parameter: unknown): keyof Values {
  if (!(parameter instanceof Slot)) throw new Error('a value in the text of a prepared statement')
  return parameter.name as keyof Values
}
