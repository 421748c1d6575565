import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from './connection.ts'
import { statementSenderOf } from './pipelined.ts'

/** Placeholder for a value that is known only when the statement is sent. */
class Slot<Values> {
  readonly valueIn: (values: Values) => unknown
  constructor(valueIn: (values: Values) => unknown) {
    this.valueIn = valueIn
  }
}

export type Slots<Values extends object> = Record<keyof Values, RawBuilder<unknown>>

const slotsFor = <Values, Part extends object>(partOf: (values: Values) => Part): Slots<Part> =>
  new Proxy({} as Slots<Part>, {
    get: (_, name) => sql.val(new Slot<Values>((values) => partOf(values)[name as keyof Part])),
  })

type PreparedQuery<Values, Row> = (db: Database | Transaction, values: Values) => Promise<Row[]>

/**
 * Prepares a statement whose text is built once, at its first use, and later sent with other values. Meant for the
 * hottest calls, where building and compiling the text took as long as the driver. The text must not depend on the
 * values. Outside of a transaction it shares a connection with others (shared-connections.ts), so it must be quick.
 */
export const prepared = <Values extends object, Row>(
  write: (slots: Slots<Values>) => RawBuilder<Row>,
): PreparedQuery<Values, Row> => writtenOnce(() => write(slotsFor((values: Values) => values)))

/**
 * One module's part of a statement for several modules: entries of its `with`, whose names must be unique among them.
 */
export type Steps<Values extends object> = (slots: Slots<Values>) => RawBuilder<unknown>

/**
 * Prepares a statement of several modules' steps: a single round trip instead of one for each (docs/decisions/0030).
 * Every step sees the state before the statement; `result` may select from their names.
 */
export const preparedTogether = <Values extends Record<string, object>, Row>(
  steps: { [Room in keyof Values]: Steps<Values[Room]> },
  result: RawBuilder<Row>,
): PreparedQuery<Values, Row> =>
  writtenOnce(() => {
    const rooms = Object.keys(steps) as (keyof Values)[]
    const written = rooms.map((room) => steps[room](slotsFor((values: Values) => values[room])))
    return sql<Row>`with ${sql.join(written)} ${result}`
  })

function writtenOnce<Values, Row>(write: () => RawBuilder<Row>): PreparedQuery<Values, Row> {
  let written: { text: string; slots: Slot<Values>[] } | undefined
  return async (db, values) => {
    if (!written) {
      const { sql: text, parameters } = write().compile(db)
      written = { text, slots: parameters.map(slotOf<Values>) }
    }
    const { text, slots } = written
    const given = slots.map(({ valueIn }) => valueIn(values))
    const asker = statementSenderOf(db)
    const { rows } = asker
      ? await asker.ask<Row>(text, given)
      : await db.executeQuery<Row>(CompiledQuery.raw(text, given))
    return rows
  }
}

function slotOf<Values>(parameter: unknown): Slot<Values> {
  if (!(parameter instanceof Slot)) throw new Error('The text of a prepared statement contains a value.')
  return parameter
}
