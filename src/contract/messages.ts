/** The specification's sentences, letter for letter (specification §5, §8, §9); a test compares them with the document. */
export const messages = {
  firstNameRequired: 'First Name is required.',
  lastNameRequired: 'Last Name is required.',
  emailRequired: 'Email Address is required.',
  emailInvalid: 'Email Address is invalid.',
  phoneRequired: 'Phone Number is required.',
  addressRequired: 'Address is required.',
  cityRequired: 'City is required.',
  stateRequired: 'State is required.',
  zipcodeRequired: 'Zipcode is required.',
  cardHolderRequired: 'Card Holder Name is required.',
  cardNumberRequired: 'Card Number is required.',
  cardNumberInvalid: 'Card Number is invalid.',
  expireYearRequired: 'Expire Year is required.',
  expireMonthRequired: 'Expire Month is required.',
  cardVerificationRequired: 'Card Verification Number is required.',
  billingZipRequired: 'Billing Zip Code is required.',
  cartEmpty: 'There are no items in your cart.',
  cartUpdateFailed: "You can't update this product!!",
  cartRemoveFailed: "You can't remove this product!!",
  cutOffNotice: 'Orders placed after 5pm EST begin processing the next business day.',
  arrivalNotice: 'Arrives 2-4 Days',
} as const

/** Sentences the specification leaves to us. */
export const ownMessages = {
  stateUnknown: 'Please choose a state from the list.',
  zipcodeInvalid: 'Zipcode is invalid.',
  shippingMethodRequired: 'Please choose a shipping method.',
  typeRequired: 'Please choose Pickup or Delivery.',
  paymentTypeUnknown: 'Please choose how to pay.',
  tooLong: 'This is longer than we can keep.',
  quantityRange: 'Quantity must be a whole number from 1 to 99.',
  malformed: 'The request could not be understood.',
  tryAgain: 'There is an error, please try again later.',
} as const
