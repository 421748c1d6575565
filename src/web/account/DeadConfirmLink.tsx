import { paths } from '#web/client/paths.ts'
import { DeadLinkPage } from '#web/sign-in/DeadLinkPage.tsx'

const DeadConfirmLink = () => (
  <DeadLinkPage
    title="Confirm Your New Email Address"
    help="If you have confirmed before, sign in with your new address. Otherwise your account keeps its address, and we can email you a new link from your account."
    next={{ label: 'My Account', to: paths.account }}
  />
)
export default DeadConfirmLink
