import { isDiskFull } from '../files/file-error.ts'
import { isOutage } from './outage.ts'

/** Thrown for a database that this release cannot use; the message is for the operator. */
export class UnsupportedDatabaseError extends Error {}

/** Explains a database error to the person who set DATABASE_URL; undefined for any other error. */
export function databaseErrorMessage(error: unknown): string | undefined {
  const { code, message = '', syscall } = error as NodeJS.ErrnoException
  switch (code) {
    case '3D000':
      return `PostgreSQL does not have the database of DATABASE_URL: ${message}.`
    case '28000':
    case '28P01':
      return `PostgreSQL rejected the account of DATABASE_URL: ${message}.`
    case '42501':
      return `PostgreSQL denied permission to the account of DATABASE_URL: ${message}.`
  }
  // If the URL has no password, `pg` itself detects that one is required.
  if (message.startsWith('SASL')) return `PostgreSQL rejected the account of DATABASE_URL: ${message}.`
  if (isOutage(error)) return `The shop cannot reach its database: ${message || code}`
  return isDiskFull(error) && syscall === undefined ? `The disk of the database is full: ${message}.` : undefined
}
