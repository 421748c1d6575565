import type { ClaimResult } from '#contract/customers/calls.ts'
import { LinkPage } from '#web/account/sign-in/LinkPage.tsx'
import { post } from '#web/api/api.ts'
import { paths } from '#web/api/paths.ts'
import { claimResultMessage } from './claim-result-message.ts'

/** Opened from the verification link in an email. */
const EmailProofPage = () => (
  <LinkPage
    title="Confirm Your Email Address"
    act={(body) => post('proveEmail', { body })}
    intro="This confirms that the email address is yours. Any orders placed with it as a guest will be added to your account."
    action="Confirm my address"
    busyText="Confirming…"
    done={confirmationMessage}
    next={{ label: 'My Orders', to: paths.accountOrders }}
  />
)
export default EmailProofPage

function confirmationMessage({ claimed, mailed }: ClaimResult): string {
  if (mailed) {
    return 'Your email address is confirmed. You’ve been logged out everywhere. Check your inbox for a link to set a new password.'
  }
  return claimed === 0 ? 'Your email address is confirmed.' : claimResultMessage({ claimed, mailed })
}
