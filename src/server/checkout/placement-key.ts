import { createHash } from 'node:crypto'
import type { PlacementKey } from './placement.queries.ts'

/**
 * Builds the key under which a placement is stored, with only a hash of the form. Undefined if the request had no key.
 */
export const makePlacementKey = (owner: string, key: string | undefined, form: string): PlacementKey | undefined =>
  key ? { visitorHash: sha256(owner), key, bodyHash: sha256(form) } : undefined

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
