import { pageMessages } from '#contract/base/page-messages.ts'
import { post } from '#web/api/api.ts'
import { paths } from '#web/api/paths.ts'
import { LinkPage } from './LinkPage.tsx'

/** Declines an invitation, from its email or from the page that accepts it. */
const DeclinePage = () => (
  <LinkPage
    title="Decline the Invitation"
    act={(body) => post('declineInvitation', { body })}
    intro="Your invitation will be canceled, and your name, address and phone number will be deleted. The person who invited you will see that it ended."
    action="Decline"
    busyText="Declining…"
    done={() => pageMessages.invitationDeclined}
    next={{ label: 'Continue shopping', to: paths.home }}
  />
)
export default DeclinePage
