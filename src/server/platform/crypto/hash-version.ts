import { createHash } from 'node:crypto'

/** Version of a record that has no counter: a hash of the facts that a concurrent editor must know about. */
export const hashVersion = (...facts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22)
