/** The shop's messages that only single pages use, so that the others need not load them. */
export const pageMessages = {
  invitationDeclined:
    'You have declined this invitation, and your details are deleted. Your email is kept for two weeks, so that the same person cannot invite you again.',
  emailConfirmed: 'Your new email address is confirmed. Please sign in with it from now on.',
  accountTakenBack: 'All sign-ins have ended. We have sent you an email with a link to set a new password.',
  guestLinkEnded: 'This link has expired. Order links work for 180 days.',
  passwordChanged: 'Your password is changed. All other sign-ins have ended.',
  passwordSet: 'Your password has been saved. You can sign in with it now.',
  unsavedPost: 'Your changes to this post are not saved. Close it anyway?',
  linkInvalid: 'Please enter a web address or an email address.',
  commented: 'Thank you. Your comment is published.',
  replied: 'Thank you. Your reply is published.',
  languageUnknown: 'Please choose English, Korean or Chinese.',
  franchiseRequired: 'Please choose Yes or No.',
  addressUnknown: 'Please choose an address.',
  typeRequired: 'Please choose Pickup or Delivery.',
  paymentTypeUnknown: 'Please choose how to pay.',
  nameHoldsLink: 'Please enter a name without web addresses.',
  codeNeeded: 'Please enter the code from your authenticator app.',
} as const
