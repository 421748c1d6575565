import { serverMessages } from '#contract/server-messages.ts'
import { problem } from '../errors.ts'
import { isCommonPassword } from './password.ts'

/**
 * 422 at `field` for a password that would be guessed first: one of the most common, the email, or the part before its
 * @.
 */
export async function refuseWeakPassword(field: string, password: string, email: string): Promise<void> {
  const typed = password.trim().toLowerCase()
  if (typed === email || typed === email.slice(0, email.lastIndexOf('@'))) {
    throw problem(422, serverMessages.passwordIsEmail, { [field]: serverMessages.passwordIsEmail })
  }
  if (!(await isCommonPassword(password))) return
  throw problem(422, serverMessages.passwordTooCommon, { [field]: serverMessages.passwordTooCommon })
}
