/** Of the page of licences alone: every page of the shop loads `page-messages.ts`. */
export const licenceMessages = {
  lastDayMalformed: 'Please enter the last day of your license.',
  lastDayOver: 'This day is over. Please enter the last day of the license that you have now.',
  licenceTypeUnknown: 'Please choose a kind of license.',
} as const
