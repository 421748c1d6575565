import type { Claimed } from '#contract/account.ts'
import { paths } from '#web/paths.ts'
import { claimedSentence } from './ClaimOrders.tsx'
import { LinkPage } from './LinkPage.tsx'

/** Behind the link that proves an address. */
const EmailProofPage = () => (
  <LinkPage<Claimed>
    title="Your Earlier Orders"
    path={paths.api.proveEmail}
    intro="The orders that were placed with your email address before you had an account are added to it."
    action="Add my orders"
    busyText="Adding…"
    done={claimedSentence}
    next={{ label: 'My Orders', to: paths.accountOrders }}
  />
)
export default EmailProofPage
