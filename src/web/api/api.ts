import type { AdminCallName } from '#contract/admin-call-paths.ts'
import { CSRF_HEADER } from '#contract/base/limits.ts'
import type { Problem } from '#contract/base/problem.ts'
import type { ArgumentOf, CallError, CallInput, ResponseBody, UrlInput } from '#contract/calls.ts'
import { type CallName, callPath, fillPath, type ReadName, type WriteName } from '#contract/paths.ts'
import { csrfToken, setCsrfToken } from './personal.ts'
import { queryString } from './search.ts'

/** Performs a read: `fetch` in the browser, in process on the server. */
export type Transport = (path: string, headers: Record<string, string>) => Promise<TransportResponse>
type TransportResponse = { status: number; json(): Promise<unknown> }

export const acceptHeader = { accept: 'application/json' }

/** A call's input without its name's types. */
export type AnyInput = {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean | undefined>
  body?: object
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Browser transport: every request carries the anti-forgery token, including GET (docs/specification §7). */
export const withToken = (headers: Record<string, string>) => ({ ...headers, [CSRF_HEADER]: csrfToken() })

export const networkTransport: Transport = (path, headers) => fetch(path, { headers: withToken(headers) })

/** Unsuccessful response; `problem.detail` is the message to show. */
export class ApiError extends Error {
  declare readonly call: CallName | AdminCallName
  declare readonly status: number
  declare readonly problem: Problem | undefined
  constructor(call: ApiError['call'], status: number, problem: ApiError['problem']) {
    super(problem?.detail ?? `HTTP status ${status}`)
    this.call = call
    this.status = status
    this.problem = problem
  }
}

/** True if the error is a response to this call; narrows status and fields to its contract. */
export const isErrorOf = <N extends CallName>(call: N, error: unknown): error is CallError<N> =>
  error instanceof ApiError && error.call === call

/** Builds a call's URL, for links and for forms that work without scripts. */
export const callUrl: <N extends CallName>(name: N, ...input: ArgumentOf<UrlInput<N>>) => string = buildUrl

function buildUrl(name: CallName, { params = {}, query = {} }: AnyInput = {}): string {
  return fillPath<string>(callPath(name), params) + queryString(query)
}

export const getWith = async <N extends ReadName>(
  transport: Transport,
  name: N,
  input?: object,
): Promise<ResponseBody<N>> => readResponse(name, await transport(buildUrl(name, input), acceptHeader))

export const get = <N extends ReadName>(name: N, ...[input]: ArgumentOf<UrlInput<N>>): Promise<ResponseBody<N>> =>
  getWith(networkTransport, name, input)

export const post: <N extends WriteName>(name: N, ...input: ArgumentOf<CallInput<N>>) => Promise<ResponseBody<N>> = send

/**
 * Like `post`, for callers with a generically typed body; `FormData` is sent as multipart. Calls of the back office pass
 * their URL.
 */
export function send<N extends WriteName>(name: N, input?: AnyInput): Promise<ResponseBody<N>>
export function send<Body>(name: AdminCallName, input: AnyInput, url: string): Promise<Body>
export async function send(
  name: ApiError['call'],
  input: AnyInput = {},
  url: string = buildUrl(name as CallName, input),
): Promise<unknown> {
  const { body = {}, headers, signal } = input
  const isForm = body instanceof FormData
  const init = {
    method: 'POST',
    headers: withToken({ ...acceptHeader, ...(!isForm && { 'content-type': 'application/json' }), ...headers }),
    body: isForm ? body : JSON.stringify(body),
    ...(signal && { signal }),
  }
  const response = await fetch(url, init)
  const newToken = response.headers.get(CSRF_HEADER)
  if (newToken) setCsrfToken(newToken)
  return readResponse(name, response)
}

export async function readResponse<Body>(name: ApiError['call'], response: TransportResponse): Promise<Body> {
  const { status } = response
  if (status < 300) return (await response.json()) as Body
  // A proxy may have responded with its own page, without a problem document.
  const problem = await response.json().catch(() => undefined)
  throw new ApiError(name, status, problem as ApiError['problem'])
}
