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

/** Sentences that the specification leaves to the shop. */
export const ownMessages = {
  /** To whoever sends from a page that was somebody else's: with no token of the visitor's, or with another's. */
  pageExpired: 'This page has expired. Please reload it.',
  malformed: 'The request could not be understood.',
  tryAgain: 'There is an error, please try again later.',
  subscribed: 'Thank you for subscribing. Please confirm it in our email.',
} as const
