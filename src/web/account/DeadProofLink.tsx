import { paths } from '#web/client/paths.ts'
import { DeadLinkPage } from '#web/sign-in/DeadLinkPage.tsx'

const DeadProofLink = () => (
  <DeadLinkPage
    title="Confirm Your Email Address"
    help="If you have confirmed before, there is nothing left to do. Otherwise choose “Find my orders” below your orders, and we’ll email you a new link."
    next={{ label: 'My Orders', to: paths.accountOrders }}
  />
)
export default DeadProofLink
