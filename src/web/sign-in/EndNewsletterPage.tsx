import { post } from '#web/client/api.ts'
import { paths } from '#web/client/paths.ts'
import { LinkPage } from './LinkPage.tsx'

/** Says that the newsletter is not wanted, from its mail. */
const EndNewsletterPage = () => (
  <LinkPage
    title="No Newsletter"
    act={(body) => post('endNewsletter', { body })}
    intro="No newsletter is sent to your email address, unless you subscribe again."
    action="I do not want it"
    busyText="Ending…"
    done={() => 'No newsletter is sent to you.'}
    next={{ label: 'To the shop', to: paths.home }}
  />
)
export default EndNewsletterPage
