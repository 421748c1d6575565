import { pageMessages } from '#contract/base/page-messages.ts'
import { LinkPage } from '#web/account/sign-in/LinkPage.tsx'
import { post } from '#web/api/api.ts'
import { paths } from '#web/api/paths.ts'

/** Opened from the link mailed to the old email, before and after the change. */
const EmailUndoPage = () => (
  <LinkPage
    title="Recover Your Account"
    act={(body) => post('undoEmailChange', { body })}
    intro="Didn’t change your email address? We’ll restore the previous one, log everyone out, undo the password and every later change, and email you a link to set a new password."
    action="Recover my account"
    busyText="Recovering…"
    done={() => pageMessages.accountRestored}
    next={{ label: 'Login', to: paths.login }}
  />
)
export default EmailUndoPage
