import {
  type AdminCallName,
  type AdminReadName,
  type AdminWriteName,
  adminCallPath,
} from '#contract/admin-call-paths.ts'
import type { AdminArgument, AdminReadArgument, AdminResponse } from '#contract/admin-calls.ts'
import { fillPath } from '#contract/paths.ts'
import { type AnyInput, ApiError, acceptHeader, readResponse, send as sendTo, withToken } from '#web/api/api.ts'
import { errorCode } from '#web/api/error-message.ts'
import { promptReauthentication } from './reauthentication.ts'
import { redirectToSignIn } from './sign-in-path.ts'

/* Back-office API client, built on the shop's client: adds re-authentication and the redirect to the sign-in page. */

/** Builds a call's URL, including for file links. */
export const adminUrl: <N extends AdminReadName>(name: N, ...input: AdminReadArgument<N>) => string = urlOf

function urlOf(name: AdminCallName, { params = {}, query = {} }: AnyInput = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))
  return fillPath<string>(adminCallPath(name), params) + (entries.length > 0 ? `?${search}` : '')
}

export const adminGet = <N extends AdminReadName>(
  name: N,
  ...[input]: AdminReadArgument<N>
): Promise<AdminResponse<N>> => fetchAdmin(name, input)

export const fetchAdmin = async <N extends AdminReadName>(
  name: N,
  input?: AnyInput,
  signal?: AbortSignal,
): Promise<AdminResponse<N>> =>
  withSessionCheck(async () =>
    readResponse(
      name,
      await fetch(urlOf(name, input), { headers: withToken(acceptHeader), ...(signal && { signal }) }),
    ),
  )

/**
 * Makes a POST call. If the call requires recent re-authentication, asks for the password or a code and retries;
 * throws `ReauthenticationCanceled` when the dialog is canceled.
 */
export async function adminPost<N extends AdminWriteName>(
  name: N,
  ...[input]: AdminArgument<N>
): Promise<AdminResponse<N>> {
  return withReauthentication(() => send(name, input))
}

/** Makes a call and retries it once after re-authentication when it was refused for lack of it. */
export async function withReauthentication<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (errorCode(error) !== 'reauthentication_required') throw error
    await promptReauthentication()
    return await call()
  }
}

/** Like `adminPost`, but never prompts: for re-authentication itself, and for calls before sign-in. */
export const send = <N extends AdminWriteName>(name: N, input: AnyInput = {}): Promise<AdminResponse<N>> => {
  const call = () => sendTo<AdminResponse<N>>(name, input, urlOf(name, input))
  return name === 'staffLogin' ? call() : withSessionCheck(call)
}

/** Redirects to the sign-in page when the session has ended. */
async function withSessionCheck<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) redirectToSignIn()
    throw error
  }
}
