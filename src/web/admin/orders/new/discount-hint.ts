/** Hint for discounts above the clerk's limit. */
export const DISCOUNT_HINT = 'For this discount you will be asked for your password or a code.'
