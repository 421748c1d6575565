import { pageMessages } from '#contract/page-messages.ts'
import { post } from '#web/client/api.ts'
import { paths } from '#web/client/paths.ts'
import { LinkPage } from '#web/sign-in/LinkPage.tsx'

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
