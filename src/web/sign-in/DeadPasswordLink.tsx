import { paths } from '#web/client/paths.ts'
import { DeadLinkPage } from './DeadLinkPage.tsx'

const DeadPasswordLink = () => (
  <DeadLinkPage
    title="Set Your Password"
    help="Have you set your password already? Then sign in with it. Otherwise choose “Forgot password?” at the login, and we’ll email you a new link. The person who invited you can send the invitation again."
    next={{ label: 'Send a new link', to: paths.login }}
  />
)
export default DeadPasswordLink
