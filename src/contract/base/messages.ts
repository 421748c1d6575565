/**
 * Sentences of the specification that every page may show, letter for letter (docs/specification §5, §8, §9); a test
 * compares them with the document. Those of forms and of single pages are in form-messages.ts.
 */
export const messages = {
  cartEmpty: 'There are no items in your cart.',
  cartUpdateFailed: "You can't update this product!!",
  cartRemoveFailed: "You can't remove this product!!",
  cutOffNotice: 'Orders placed after 5pm EST begin processing the next business day.',
  arrivalNotice: 'Arrives 2-4 Days',
} as const

/** Messages that the specification leaves to the shop. */
export const shopMessages = {
  /** For requests from another visitor's page: without a token, or with another visitor's token. */
  pageExpired: 'This page has expired. Please reload it.',
  malformed: 'The request could not be understood.',
  tryAgain: 'There is an error, please try again later.',
  subscribed: 'Almost done: check your inbox to confirm.',
} as const
