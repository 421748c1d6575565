import type * as z from 'zod/mini'
import { type CallName, callPath, callPaths, type MethodOf, type PathOf, type PathParam } from './paths.ts'

/** What a call of the HTTP API takes and what it answers, besides the method and path that `callPaths` gives its name. */
type CallDescription<Param extends string = string> = {
  summary: string
  /** By the names in the path. */
  params?: z.ZodMiniObject<Record<Param, z.ZodMiniType>>
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Answer by status; anything the schema does not name never leaves the server. */
  replies: Record<number, z.ZodMiniType>
  /** The page that a bare form, sent before scripts were there, is led to when it is done. */
  leadsTo?: string
  /** Calls a minute from one address, where it is not the usual number (product.md §11). */
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
