import { readFileSync } from 'node:fs'

/** Columns of a member export that an import reads; drops the license columns at the end, which it ignores. */
export const readExportedMembers = (path: string): string =>
  readFileSync(path, 'utf8').replaceAll(/(?:,[^,\n]*){6}(?=\n)/g, '')
