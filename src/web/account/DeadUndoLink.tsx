import { paths } from '#web/client/paths.ts'
import { DeadLinkPage } from '#web/sign-in/DeadLinkPage.tsx'

const DeadUndoLink = () => (
  <DeadLinkPage
    title="Take Back Your Account"
    help="Such a link works for 7 days. If somebody else has changed your account, write to us: our address is at the bottom of our emails."
    next={{ label: 'Login', to: paths.login }}
  />
)
export default DeadUndoLink
