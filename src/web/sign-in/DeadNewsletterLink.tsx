import { paths } from '#web/client/paths.ts'
import { DeadLinkPage } from './DeadLinkPage.tsx'

const DeadNewsletterLink = () => (
  <DeadLinkPage
    title="Confirm the Newsletter"
    help="If you have confirmed before, there is nothing left to do. Otherwise enter your email address at the bottom of this page, and we’ll email you a new link."
    next={{ label: 'To the shop', to: paths.home }}
  />
)
export default DeadNewsletterLink
