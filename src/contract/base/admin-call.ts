import { type AdminCallName, type AdminReadName, adminCallPath, adminCallPaths } from '#contract/admin-call-paths.ts'
import type { CallDescription } from './call.ts'

/** Like `defineCall`, for a call of the back office. */
/* @__NO_SIDE_EFFECTS__ */
export function defineAdminCall<N extends AdminCallName, const Description extends CallDescription>(
  name: N,
  description: Description,
) {
  const method = (name in adminCallPaths.GET ? 'GET' : 'POST') as N extends AdminReadName ? 'GET' : 'POST'
  return { name, method, path: adminCallPath(name), ...description }
}
