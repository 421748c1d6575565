import type * as z from 'zod/mini'

/**
 * One call of the HTTP API: what it takes and what it answers. The server, the OpenAPI document and the tests read the
 * same object.
 */
export type Call = {
  method: 'GET' | 'POST'
  path: string
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** The body of each successful status; whatever its schema does not name never leaves the server. */
  responses: Record<number, z.ZodMiniType>
  /** The page to which a plain form, submitted before scripts have loaded, is redirected on success. */
  redirectTo?: string
  /** Requests a minute from one client, where the default limit does not apply (docs/product §11). */
  callsPerMinute?: number
  /** Calls of the same group share one count. */
  rateLimitGroup?: string
  /** The field of a multipart form that carries the file, and the file's largest size. */
  file?: { field: string; maxBytes: number }
  /** Set where the response is not JSON; its schema then describes nothing. */
  contentType?: string
  /** Error statuses of this call besides 400, 429, 500 and 503. */
  errors?: readonly number[]
}

export const defineCall = <const C extends Call>(call: C): C => call
