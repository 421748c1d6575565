import type { ClaimResult } from '#contract/customers/calls.ts'

/** Describes what happened to the orders that were placed before the account existed. */
export function claimResultMessage({ claimed, mailed }: ClaimResult): string {
  if (mailed) return 'We sent you an email. Open the link in it to confirm your address and add your orders.'
  if (claimed === 0) return 'We found no other orders with your email address.'
  return claimed === 1 ? 'One order was added.' : `${claimed} orders were added.`
}
