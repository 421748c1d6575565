/** The shop's messages that only single pages use, so that the others need not load them. */
export const pageMessages = {
  invitationDeclined:
    'You declined this invitation, and we deleted your details. We keep your email for two weeks so that the same person can’t invite you again.',
  emailConfirmed: 'Your new email address is confirmed. Please log in with it from now on.',
  accountRestored: 'You’ve been logged out everywhere. Check your inbox for a link to set a new password.',
  guestLinkExpired: 'This link has expired. Order links work for 180 days.',
  passwordChanged: 'Your password was changed. You’ve been logged out everywhere else.',
  passwordSet: 'Your password is saved. You can log in with it now.',
  unsavedPost: 'Your changes to this post haven’t been saved. Close it anyway?',
  linkInvalid: 'Please enter a web address or an email address.',
  commentPosted: 'Thanks! Your comment is live.',
  replyPosted: 'Thanks! Your reply is live.',
  tooManyTags: 'Please enter up to 8 tags.',
  tagTooLong: 'Please enter tags of up to 40 characters, separated by commas.',
  publishAtInvalid: 'Please choose a date and a time.',
  languageUnknown: 'Please choose English, Korean or Chinese.',
  franchiseRequired: 'Please choose Yes or No.',
  addressUnknown: 'Please choose an address.',
  typeRequired: 'Please choose Pickup or Delivery.',
  paymentTypeUnknown: 'Please choose how to pay.',
  nameContainsLink: 'Please enter a name without web addresses.',
  codeRequired: 'Please enter the code from your authenticator app.',
} as const
