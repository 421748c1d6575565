/** Messages of the license page only: every page of the shop loads `page-messages.ts`. */
export const licenseMessages = {
  lastDayMalformed: 'Please enter the expiration date of your license.',
  lastDayOver: 'This date has passed. Please enter the expiration date of your current license.',
  licenseTypeUnknown: 'Please choose a license type.',
} as const
