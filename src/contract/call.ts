import type * as z from 'zod/mini'

/**
 * One call of the HTTP API: what it takes and what it answers. Server, OpenAPI document and tests read the same object.
 */
export type Call = {
  method: 'GET' | 'POST'
  path: string
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Answer by status; anything the schema does not name never leaves the server. */
  replies: Record<number, z.ZodMiniType>
  /** The page that a bare form, sent before scripts were there, is led to when it is done. */
  leadsTo?: string
  /** Calls a minute from one address, where it is not the usual number (docs/product §11.3). */
  callsAMinute?: number
  /** Calls with the same word here are counted together. */
  countedWith?: string
  /** The field that brings a file in a multipart form, and how large the file may be. */
  file?: { field: string; mostBytes: number }
  /** Type of the answer where it is no JSON; then its schema describes nothing. */
  media?: string
  /** Error statuses the call can answer besides 400, 429, 500 and 503. */
  problems?: readonly number[]
}

export const defineCall = <const C extends Call>(call: C): C => call
