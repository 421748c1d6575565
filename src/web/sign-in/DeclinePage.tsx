import { pageMessages } from '#contract/page-messages.ts'
import { post } from '#web/client/api.ts'
import { paths } from '#web/client/paths.ts'
import { LinkPage } from './LinkPage.tsx'

/** Declines an invitation, from its email or from the page that accepts it. */
const DeclinePage = () => (
  <LinkPage
    title="Decline the Invitation"
    act={(body) => post('declineInvitation', { body })}
    intro="The invitation ends, and your name, address and phone number are deleted with it. Whoever invited you sees that it has ended."
    action="Decline"
    busyText="Declining…"
    done={() => pageMessages.invitationDeclined}
    next={{ label: 'To the shop', to: paths.home }}
  />
)
export default DeclinePage
