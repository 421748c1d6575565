import type * as z from 'zod/mini'
import {
  type CallName,
  callPath,
  callPaths,
  type MethodOf,
  type PagePath,
  type PathOf,
  type PathParam,
} from './paths.ts'
import type { Permission } from './permissions.ts'

/** The most bytes of a call's body, unless the call says otherwise (docs/product §10.3). */
export const DEFAULT_BODY_BYTES = 64 * 1024
/** For calls that take long lists or edited text. */
export const LONG_BODY_BYTES = 256 * 1024
/** For calls that take rich text or a whole file as text. */
export const LARGEST_BODY_BYTES = 1024 * 1024

/** What a call of the HTTP API takes and what it answers, besides the method and path that `callPaths` gives its name. */
export type CallDescription<Param extends string = string> = {
  summary: string
  /** By the names in the path. */
  params?: z.ZodMiniObject<Record<Param, z.ZodMiniType>>
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** The body of each successful status; whatever its schema does not name never leaves the server. */
  responses: Record<number, z.ZodMiniType>
  /** The page to which a plain form, submitted before scripts have loaded, is redirected on success. */
  redirectTo?: PagePath
  /** Requests a minute from one client, where the default limit does not apply (docs/product §11). */
  callsPerMinute?: number
  /** Calls of the same group share one count. */
  rateLimitGroup?: string
  /** The most bytes of the body besides a file, where a call needs more than DEFAULT_BODY_BYTES. */
  maxBodyBytes?: number
  /** The field of a multipart form that carries the file, and the file's largest size. */
  file?: { field: string; maxBytes: number }
  /** Set where the response is not JSON; its schema then describes nothing. */
  contentType?: string
  /** A call of the back office: whose role does not have it in `permissions` is refused. */
  permission?: Permission
  /** Also needs a password or code given in the last ten minutes (docs/back-office §1). */
  freshProof?: true
  /** Why it takes no anti-forgery token: who sends it is known by something else that no foreign page can know. */
  withoutToken?: string
  /** Under the same Idempotency-Key it may be sent any number of times, and is done once (docs/product §11.5). */
  keyed?: true
  /** Error statuses of this call besides 400, 429, 500 and 503. */
  errors?: readonly number[]
}

/** One call of the HTTP API. Server, OpenAPI document and tests read the same object; the browser takes its types. */
export type Call = CallDescription & { method: 'GET' | 'POST'; path: string }

type Params<N extends CallName> = PathParam<PathOf<N>>
/** A path with parameters has a schema for them, one without has none. */
type SaysParams<N extends CallName> = [Params<N>] extends [never] ? { params?: never } : { params: z.ZodMiniObject }

/* @__NO_SIDE_EFFECTS__ */
export function defineCall<N extends CallName, const Description extends CallDescription<Params<N>>>(
  name: N,
  description: Description & SaysParams<N>,
): Description & { name: N; method: MethodOf<N>; path: PathOf<N> } {
  const method = (name in callPaths.GET ? 'GET' : 'POST') as MethodOf<N>
  return { name, method, path: callPath(name), ...(description as Description) }
}
