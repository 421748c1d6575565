import type { AdminAnswer, AdminArgument, AdminReadArgument } from '#contract/admin-calls.ts'
import { type AdminCallName, type AdminReadName, type AdminWriteName, adminCallPath } from '#contract/admin-paths.ts'
import { CSRF_HEADER } from '#contract/limits.ts'
import { fillPath } from '#contract/paths.ts'
import type { Problem } from '#contract/problem.ts'
import { csrfToken } from '#web/client/personal.ts'
import { promptReauthentication } from './proof.ts'
import { leaveForSignIn } from './sign-in-path.ts'

type AnyInput = {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean | undefined>
  body?: object
  headers?: Record<string, string>
}

/** Unsuccessful response from the back office; `problem.detail` is the sentence to show. */
export class AdminError extends Error {
  readonly status: number
  readonly problem: (Problem & Record<string, unknown>) | undefined
  constructor(status: number, problem: AdminError['problem']) {
    super(problem?.detail ?? `The store responded with status ${status}`)
    this.status = status
    this.problem = problem
  }
}

/** Builds a call's URL, also for links to files. */
export const adminUrl: <N extends AdminReadName>(name: N, ...input: AdminReadArgument<N>) => string = urlOf

function urlOf(name: AdminCallName, { params = {}, query = {} }: AnyInput = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]))
  return fillPath<string>(adminCallPath(name), params) + (given.length > 0 ? `?${search}` : '')
}

export const adminGet = <N extends AdminReadName>(name: N, ...[input]: AdminReadArgument<N>): Promise<AdminAnswer<N>> =>
  getBy(name, input)

export const getBy = async <N extends AdminReadName>(
  name: N,
  input?: AnyInput,
  signal?: AbortSignal,
): Promise<AdminAnswer<N>> => answered(fetch(urlOf(name, input), { headers: headers(), ...(signal && { signal }) }))

/**
 * Makes a POST call. If the call requires recent re-authentication, asks for the password or a code and retries;
 * throws `ReauthenticationCanceled` when the dialog is canceled.
 */
export async function adminPost<N extends AdminWriteName>(
  name: N,
  ...[input]: AdminArgument<N>
): Promise<AdminAnswer<N>> {
  return withReauthentication(() => send(name, input))
}

/** Makes a call and retries it once after re-authentication when it was refused for lack of it. */
export async function withReauthentication<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof AdminError && error.status === 403 && error.problem?.errors?.proof)) throw error
    await promptReauthentication()
    return await call()
  }
}

/** Like `adminPost`, but never prompts: for re-authentication itself, and for calls before sign-in. */
export async function send<N extends AdminWriteName>(name: N, input: AnyInput = {}): Promise<AdminAnswer<N>> {
  const { body = {} } = input
  const isForm = body instanceof FormData
  return answered(
    fetch(urlOf(name, input), {
      method: 'POST',
      headers: { ...headers(), ...(!isForm && { 'content-type': 'application/json' }), ...input.headers },
      body: isForm ? body : JSON.stringify(body),
    }),
    name === 'staffLogin',
  )
}

const headers = () => ({ accept: 'application/json', [CSRF_HEADER]: csrfToken() })

async function answered<Body>(asked: Promise<Response>, isSigningIn = false): Promise<Body> {
  const response = await asked
  if (response.ok) return (await response.json()) as Body
  if (response.status === 401 && !isSigningIn) leaveForSignIn()
  // A proxy may have responded with its own page, without a problem document.
  throw new AdminError(response.status, (await response.json().catch(() => undefined)) as AdminError['problem'])
}
