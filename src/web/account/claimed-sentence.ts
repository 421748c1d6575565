import type { Claimed } from '#contract/account.ts'

/** What became of the orders that were placed before there was an account. */
export function claimedSentence({ claimed, mailed }: Claimed): string {
  if (mailed) return 'We sent you an email. Open the link in it to confirm your address and add your orders.'
  if (claimed === 0) return 'We found no other orders with your email address.'
  return claimed === 1 ? 'One order was added.' : `${claimed} orders were added.`
}
