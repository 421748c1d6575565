import { paths } from '#web/client/paths.ts'
import { DeadLinkPage } from './DeadLinkPage.tsx'

const DeadUnsubscribeLink = () => (
  <DeadLinkPage
    title="Unsubscribe"
    help="Every newsletter has an unsubscribe link at the bottom. Or write to us, and we’ll do it for you."
    next={{ label: 'To the shop', to: paths.home }}
  />
)
export default DeadUnsubscribeLink
