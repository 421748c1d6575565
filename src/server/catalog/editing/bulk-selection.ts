import { createHash } from 'node:crypto'
import type { SelectedProducts } from './bulk-change.queries.ts'

/** Identifies the products and their versions: a change to any of them, or another selection, has another one. */
export const selectionVersion = ({ ids, versions }: SelectedProducts): string =>
  createHash('sha256')
    .update(ids.map((id, index) => `${id}:${versions[index]}`).join())
    .digest('base64url')
