import type { Problem } from '#contract/problem.ts'
import { csrfToken } from './personal.ts'

/** Carries a request to the shop: `fetch` in the browser, in process on the server. */
export type Transport = (path: string, init: TransportInit) => Promise<TransportAnswer>
export type TransportInit = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string }
export type TransportAnswer = { status: number; json(): Promise<unknown> }

/** The browser's way to the shop: every request carries the anti-forgery token, a GET too (docs/specification §7). */
export const overNetwork: Transport = (path, init) =>
  fetch(path, { ...init, headers: { 'x-csrf-token': csrfToken(), ...init.headers } })

/** An answer that is not a success; `problem.detail` is the sentence to show. */
export class ApiError extends Error {
  readonly status: number
  readonly problem: Problem | undefined
  constructor(status: number, problem: Problem | undefined) {
    super(problem?.detail ?? `The shop answered ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.problem = problem
  }
}

export async function getJson<T>(transport: Transport, path: string): Promise<T> {
  return answer<T>(await transport(path, { method: 'GET', headers: { accept: 'application/json' } }))
}

export async function postJson<T>(
  transport: Transport,
  path: string,
  body: unknown,
  csrf: string,
  headers: Record<string, string> = {},
): Promise<T> {
  return answer<T>(
    await transport(path, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', 'x-csrf-token': csrf, ...headers },
      body: JSON.stringify(body),
    }),
  )
}

/** A form with files; only a browser has those. */
export async function postForm<T>(path: string, body: FormData, csrf: string): Promise<T> {
  const headers = { accept: 'application/json', 'x-csrf-token': csrf }
  return answer<T>(await fetch(path, { method: 'POST', headers, body }))
}

async function answer<T>(response: TransportAnswer): Promise<T> {
  if (response.status >= 200 && response.status < 300) return (await response.json()) as T
  throw new ApiError(response.status, await readProblem(response))
}

/** A proxy in front may answer with a page of its own; then there is no problem document to read. */
async function readProblem(response: TransportAnswer): Promise<Problem | undefined> {
  try {
    return (await response.json()) as Problem
  } catch {
    return undefined
  }
}
