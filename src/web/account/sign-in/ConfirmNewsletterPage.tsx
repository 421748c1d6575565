import { post } from '#web/api/api.ts'
import { paths } from '#web/api/paths.ts'
import { LinkPage } from './LinkPage.tsx'

/** Confirms the newsletter subscription from a link in an email. */
const ConfirmNewsletterPage = () => (
  <LinkPage
    title="Confirm Your Subscription"
    act={(body) => post('confirmNewsletter', { body })}
    intro="Confirm to get our newsletter by email."
    action="Yes, subscribe me"
    busyText="Confirming…"
    done={() => 'Thanks! You’re subscribed.'}
    next={{ label: 'Continue shopping', to: paths.home }}
  />
)
export default ConfirmNewsletterPage
