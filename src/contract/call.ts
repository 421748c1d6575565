import type * as z from 'zod/mini'

/** One call of the HTTP API: what it takes and what it answers. Server, OpenAPI document and tests read the same object. */
export type Call = {
  method: 'GET' | 'POST'
  path: string
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Answer by status; anything the schema does not name never leaves the server. */
  replies: Record<number, z.ZodMiniType>
  /** Calls a minute from one address, where it is not the usual number (product.md §11). */
  callsAMinute?: number
  /** Error statuses the call can answer besides 400, 429, 500 and 503. */
  problems?: readonly number[]
}

export const defineCall = <const C extends Call>(call: C): C => call
