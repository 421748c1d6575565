import type { Claimed } from '#contract/account.ts'

/** Describes what happened to the orders that were placed before the account existed. */
export function claimedSentence({ claimed, mailed }: Claimed): string {
  if (mailed) return 'We have sent you an email. Its link proves that the address is yours and adds the orders.'
  if (claimed === 0) return 'There are no other orders with your email address.'
  return claimed === 1 ? 'One order was added.' : `${claimed} orders were added.`
}
