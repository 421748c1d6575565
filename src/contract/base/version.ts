import * as z from 'zod/mini'

/** Identifies the state of a record; opaque. Different after every change that a concurrent editor must know about. */
export const Version = z.string()

/** The version of the record that the caller last saw; if it has changed, the call is refused as `stale` (409). */
export const expected_version = z
  .string({ error: 'Send the version you last saw as expected_version.' })
  .check(z.maxLength(200))
