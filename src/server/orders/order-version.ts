import { createHash } from 'node:crypto'
import type { OrderStatus } from '#domain/orders/status.ts'

/** The facts of an order that a concurrent change must not contradict. `orderVersionFacts` reads them in SQL. */
export type OrderVersionFacts = {
  status: OrderStatus
  /** Starts at 1; incremented by each edit, which alone changes the total. */
  edition: number
  /** Number of its payments, cleared checks and credit notes, which are only added. */
  entries: number
  /** Number of steps of its shipments and of its edits (docs/decisions/0091). */
  steps: number
  /** `YYYY-MM-DD`; null if it is never due. */
  due_on: string | null
  first_name: string
  last_name: string
  email: string
  phone_number: string
  notes: number
  /** The open payment claim. */
  claim_id: number | null
}

/** The version of an order in all calls that change it. */
export function computeOrderVersion(facts: OrderVersionFacts): string {
  const { status, edition, entries, steps, due_on, first_name, last_name, email, phone_number, notes, claim_id } = facts
  const values = [status, edition, entries, steps, due_on, first_name, last_name, email, phone_number, notes, claim_id]
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22)
}
