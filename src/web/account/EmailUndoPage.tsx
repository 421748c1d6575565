import { pageMessages } from '#contract/page-messages.ts'
import { post } from '#web/client/api.ts'
import { paths } from '#web/client/paths.ts'
import { LinkPage } from '#web/sign-in/LinkPage.tsx'

/** Opened from the link mailed to the old email, before and after the change. */
const EmailUndoPage = () => (
  <LinkPage
    title="Take Back Your Account"
    act={(body) => post('undoEmailChange', { body })}
    intro="If it was not you who changed the email address: your account keeps or gets back its former address. Everyone is signed out, the password and every later change are undone, and we email you a link to set a new password."
    action="Take my account back"
    busyText="Taking it back…"
    done={() => pageMessages.accountTakenBack}
    next={{ label: 'Login', to: paths.login }}
  />
)
export default EmailUndoPage
