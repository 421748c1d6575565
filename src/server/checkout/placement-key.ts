import { createHash } from 'node:crypto'
import type { PlacementKey } from './placement.queries.ts'

/** The key under which a placement is remembered; undefined where none was sent. What was sent is kept as a hash alone. */
export const placementKey = (owner: string, key: string | undefined, form: string): PlacementKey | undefined =>
  key ? { visitorHash: sha256(owner), key, bodyHash: sha256(form) } : undefined

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
