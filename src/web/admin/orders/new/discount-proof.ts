/** Of a discount above what clerks give. */
export const DISCOUNT_PROOF = 'For this discount you will be asked for your password or a code.'
