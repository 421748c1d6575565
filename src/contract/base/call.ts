import type * as z from 'zod/mini'
import {
  type CallName,
  callPath,
  callPaths,
  type MethodOf,
  type PagePath,
  type PathOf,
  type PathParam,
} from '#contract/paths.ts'
import type { Permission } from '#contract/permissions.ts'

/** Maximum bytes of a call's body, unless the call overrides it (docs/product §10.3). */
export const DEFAULT_BODY_BYTES = 64 * 1024
/** For calls that take long lists or edited text. */
export const LONG_BODY_BYTES = 256 * 1024
/** For calls that take rich text or a whole file as text. */
export const MAX_BODY_BYTES = 1024 * 1024

/**
 * The input and output of a call of the HTTP API, without the method and path that `callPaths` defines for its name.
 */
export type CallDescription<Param extends string = string> = {
  summary: string
  /** Keyed by the names in the path. */
  params?: z.ZodMiniObject<Record<Param, z.ZodMiniType>>
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** The body of each successful status; fields that its schema does not name never leave the server. */
  responses: Record<number, z.ZodMiniType>
  /** The page to which a plain form, submitted before scripts have loaded, is redirected on success. */
  redirectTo?: PagePath
  /** Requests per minute from one client, overriding the default limit (docs/product §11). */
  callsPerMinute?: number
  /** Calls of the same group share one counter. */
  rateLimitGroup?: string
  /** Maximum bytes of the body excluding a file, if the call needs more than DEFAULT_BODY_BYTES. */
  maxBodyBytes?: number
  /** The field of a multipart form that contains the file, and the file's maximum size. */
  file?: { field: string; maxBytes: number }
  /** Set if the response is not JSON; its schema then describes nothing. */
  contentType?: string
  /** Marks a call of the back office: staff whose role lacks this permission in `permissions` are refused. */
  permission?: Permission
  /** Also requires a password or code entered in the last ten minutes (docs/back-office §1). */
  freshProof?: true
  /**
   * Why no anti-forgery token is required: the sender proves their identity with a value that no foreign page can know.
   */
  withoutToken?: string
  /** May be sent any number of times with the same Idempotency-Key, and takes effect once (docs/product §11.5). */
  keyed?: true
  /** The record that an error shows as `current`, if the request was based on another state of it. */
  current?: z.ZodMiniType
  /** Error statuses of this call besides 400, 429, 500 and 503. */
  errors?: readonly number[]
}

/** One call of the HTTP API. Server, OpenAPI document and tests share this object; the browser uses only its types. */
export type Call = CallDescription & { method: 'GET' | 'POST'; path: string }

type Params<N extends CallName> = PathParam<PathOf<N>>
/** A path with parameters must have a schema for them, one without must not. */
type ParamsSchema<N extends CallName> = [Params<N>] extends [never] ? { params?: never } : { params: z.ZodMiniObject }

/* @__NO_SIDE_EFFECTS__ */
export function defineCall<N extends CallName, const Description extends CallDescription<Params<N>>>(
  name: N,
  description: Description & ParamsSchema<N>,
): Description & { name: N; method: MethodOf<N>; path: PathOf<N> } {
  const method = (name in callPaths.GET ? 'GET' : 'POST') as MethodOf<N>
  return { name, method, path: callPath(name), ...(description as Description) }
}
