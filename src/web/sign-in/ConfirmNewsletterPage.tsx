import { post } from '#web/client/api.ts'
import { paths } from '#web/client/paths.ts'
import { LinkPage } from './LinkPage.tsx'

/** Confirms the newsletter subscription from a link in an email. */
const ConfirmNewsletterPage = () => (
  <LinkPage
    title="Confirm the Newsletter"
    act={(body) => post('confirmNewsletter', { body })}
    intro="Confirm, and our newsletter comes to your email address."
    action="Yes, send it to me"
    busyText="Confirming…"
    done={() => 'Thank you. You’ll get our newsletter from now on.'}
    next={{ label: 'To the shop', to: paths.home }}
  />
)
export default ConfirmNewsletterPage
