import type { Claimed } from '#contract/account.ts'
import { post } from '#web/client/api.ts'
import { paths } from '#web/client/paths.ts'
import { LinkPage } from '#web/sign-in/LinkPage.tsx'
import { claimedSentence } from './claimed-sentence.ts'

/** Opened from the verification link in an email. */
const EmailProofPage = () => (
  <LinkPage
    title="Confirm Your Email Address"
    act={(body) => post('proveEmail', { body })}
    intro="This shows that the address of your account is yours. The orders that were placed with it before you had an account are added."
    action="Confirm my address"
    busyText="Confirming…"
    done={provenSentence}
    next={{ label: 'My Orders', to: paths.accountOrders }}
  />
)
export default EmailProofPage

function provenSentence({ claimed, mailed }: Claimed): string {
  if (mailed) {
    return 'Your email address is confirmed. All earlier sign-ins have ended; we have sent you an email with a link to set a new password.'
  }
  return claimed === 0 ? 'Your email address is confirmed.' : claimedSentence({ claimed, mailed })
}
