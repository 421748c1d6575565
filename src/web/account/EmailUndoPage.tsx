import { ownMessages } from '#contract/messages.ts'
import { paths } from '#web/paths.ts'
import { LinkPage } from './LinkPage.tsx'

/** Behind the link that undoes a change of email. */
const EmailUndoPage = () => (
  <LinkPage
    title="Your Email Address"
    path={paths.api.undoEmailChange}
    intro="Your account goes back to the address it had, and everybody who is signed in to it is signed out."
    action="Undo the change"
    busyText="Undoing…"
    done={() => ownMessages.emailGivenBack}
    next={{ label: 'Login', to: paths.login }}
  />
)
export default EmailUndoPage
