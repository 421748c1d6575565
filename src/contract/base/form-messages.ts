/**
 * The specification's sentences for forms and single pages, letter for letter (docs/specification §5, §8, §9); a test
 * compares them with the document. Most pages load none of them.
 */
export const formMessages = {
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
  loginEmailRequired: 'Email Address is required',
  loginEmailInvalid: 'Email Address is invalid',
  passwordRequired: 'Password is required.',
  loginPasswordRequired: 'Password is required',
  passwordTooShort: 'Password length should be at least minimum of 8 characters.',
  confirmationMismatch: 'Password Confirmation is not match to password.',
  currentPasswordInvalid: 'Password is invalid.',
  newPasswordRequired: 'New Password is required.',
  currentPasswordWrong: 'Your passowrd is not correct.',
  saved: 'Saved Successfully.',
  addressRemoveConfirm: 'Are you sure to remove this address?',
  addressRemoveFailed: "You can't remove this address",
  noAddress: 'No Address found',
  cosmetologyIdRequired: 'Cosmetology Id is required.',
  emailTaken: 'Email address is already exist',
  zipRequired: 'Zip Code is required.',
  titleRequired: 'Title is required.',
  noPost: 'No Post Found!',
  postSaveFailed: 'Can not save post, please try again!',
  uploadFailed: 'Fail to upload image!',
  contentRequired: 'Content is required',
} as const

/** Messages for forms that the specification leaves to the shop. */
export const shopFormMessages = {
  phoneInvalid: 'Phone Number is invalid.',
  zipcodeInvalid: 'Zipcode is invalid.',
  shippingMethodRequired: 'Please choose a shipping method.',
  tooLong: 'This is too long.',
  quantityRange: 'Quantity must be a whole number from 1 to 99.',
} as const
