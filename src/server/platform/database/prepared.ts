import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from './connection.ts'
import { findStatementSender } from './pipelined.ts'

/** Placeholder for a value that is known only when the statement is sent. */
class Slot<Values> {
  readonly valueIn: (values: Values) => unknown
  constructor(valueIn: (values: Values) => unknown) {
    this.valueIn = valueIn
  }
}

export type Slots<Values extends object> = Record<keyof Values, RawBuilder<unknown>>

const createSlots = <Values, Part extends object>(selectPart: (values: Values) => Part): Slots<Part> =>
  new Proxy({} as Slots<Part>, {
    get: (_, name) => sql.val(new Slot<Values>((values) => selectPart(values)[name as keyof Part])),
  })

type PreparedQuery<Values, Row> = (db: Database | Transaction, values: Values) => Promise<Row[]>

/**
 * Prepares a statement whose text is built once, at its first use, and later sent with different values. Meant for the
 * hottest calls, where building and compiling the text took as long as the driver. The text must not depend on the
 * values. Outside of a transaction it shares a connection with others (shared-connections.ts), so it must be quick.
 */
export const prepared = <Values extends object, Row>(
  write: (slots: Slots<Values>) => RawBuilder<Row>,
): PreparedQuery<Values, Row> => prepareOnce(() => write(createSlots((values: Values) => values)))

/**
 * One module's part of a statement for several modules: entries of its `with`, whose names must be unique among them.
 */
export type Steps<Values extends object> = (slots: Slots<Values>) => RawBuilder<unknown>

/**
 * Prepares a statement of several modules' steps: a single round trip instead of one for each (docs/decisions/0030).
 * Every step sees the state before the statement; `result` may select from their names.
 */
export const preparedTogether = <Values extends Record<string, object>, Row>(
  steps: { [Module in keyof Values]: Steps<Values[Module]> },
  result: RawBuilder<Row>,
): PreparedQuery<Values, Row> =>
  prepareOnce(() => {
    const modules = Object.keys(steps) as (keyof Values)[]
    const parts = modules.map((module) => steps[module](createSlots((values: Values) => values[module])))
    return sql<Row>`with ${sql.join(parts)} ${result}`
  })

function prepareOnce<Values, Row>(write: () => RawBuilder<Row>): PreparedQuery<Values, Row> {
  let compiled: { text: string; slots: Slot<Values>[] } | undefined
  return async (db, values) => {
    if (!compiled) {
      const { sql: text, parameters } = write().compile(db)
      compiled = { text, slots: parameters.map(requireSlot<Values>) }
    }
    const { text, slots } = compiled
    const parameterValues = slots.map(({ valueIn }) => valueIn(values))
    const sender = findStatementSender(db)
    const { rows } = sender
      ? await sender.send<Row>(text, parameterValues)
      : await db.executeQuery<Row>(CompiledQuery.raw(text, parameterValues))
    return rows
  }
}

function requireSlot<Values>(parameter: unknown): Slot<Values> {
  if (!(parameter instanceof Slot)) throw new Error('The text of a prepared statement contains a value.')
  return parameter
}
