/** The shop's messages that only the server sends, so that pages need not load them. */
export const serverMessages = {
  linkExpired: 'This link has expired or was already used. Please request a new one.',
  stateUnknown: 'Please choose a state from the list.',
  passwordTooCommon: 'This password is too common. Please choose another.',
  passwordTooGuessable:
    'This password is too easy to guess: it uses your name, your email, the shop’s name or common trade words. Please choose another.',
  passwordIsEmail: 'Your password can’t be your email address. Please choose another.',
  signInFailed: 'Incorrect email or password.',
  signInRequired: 'Please log in.',
  reasonRequired: 'Enter a reason.',
  notPermitted: 'Your role does not allow this.',
  reauthenticationRequired: 'Please confirm your password or enter a code. Your last confirmation has expired.',
  reauthenticationFailed: 'The password or code is incorrect or was already used.',
  staffSecondFactorRequired:
    'Your role requires two-step sign-in, which isn’t set up yet. Ask an owner for a setup link.',
  codeIncorrect: 'This code is incorrect or was already used. Please enter the next one.',
  twoFactorIsOn: 'Two-step sign-in is already on.',
  twoFactorIsOff: 'Two-step sign-in is not on.',
  twoFactorNotStarted: 'This setup has expired. Please start again.',
  noPendingEmail: 'There is no new email address to confirm.',
  emailNotProven: 'Please confirm your email address first. We’ll send you a link.',
  invitationWasDeclined: 'This invitation was declined. You can send another one after two weeks.',
  inviteeHasAccount:
    'There is already an account for this email address, so this invitation can’t be accepted. Please log in to that account.',
  forgotSent: 'If there is an account for this address, we’ve sent an email with a link.',
  registered: 'Thank you for registering.',
  registeredMail: 'Thank you for registering. Check your email for a link to set your password.',
  nothingToPay: 'Nothing is due on this order anymore.',
  guestLinkMailed: 'If the link was valid, we’ve emailed a new one to the address on the order.',
  statementNotClosed: 'This month isn’t closed yet. You’ll get the statement when it is.',
  noStatement: 'You have no statement for this month. It was before you joined, or was closed in our previous system.',
} as const
