import { paths } from '#web/client/paths.ts'
import { DeadLinkPage } from './DeadLinkPage.tsx'

const DeadInvitationLink = () => (
  <DeadLinkPage
    title="Decline the Invitation"
    help="The invitation was accepted, declined or withdrawn, or it has expired. There is nothing left to decline."
    next={{ label: 'To the shop', to: paths.home }}
  />
)
export default DeadInvitationLink
