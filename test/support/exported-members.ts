import { readFileSync } from 'node:fs'

/** The columns of an export of members that an import reads; those of the licence, at the end, it passes over. */
export const readExportedMembers = (path: string): string =>
  readFileSync(path, 'utf8').replaceAll(/(?:,[^,\n]*){6}(?=\n)/g, '')
