/** The shop's messages that only the server sends, so that pages need not load them. */
export const serverMessages = {
  linkExpired: 'This link has been used or is too old. Please ask for a new one.',
  stateUnknown: 'Please choose a state from the list.',
  passwordTooCommon: 'This password is one of the most common ones. Please choose another.',
  passwordOfKnownWords:
    'This password is made of your name, your email, the shop’s name or words of the trade. Please choose another.',
  passwordIsEmail: 'Your password must not be your email address. Please choose another.',
  signInFailed: 'Email or password is not correct.',
  signInNeeded: 'Please sign in.',
  reasonMissing: 'Enter a reason.',
  notPermitted: 'Your role does not allow this.',
  proofNeeded: 'Please confirm your password or enter a code. Your last confirmation has expired.',
  proofWrong: 'The password or code is incorrect or was already used.',
  staffSecondFactorNeeded:
    'Your role requires two-step sign-in, which isn’t set up yet. Ask an owner for a setup link.',
  codeWrong: 'This code is not correct or has been used. Please enter the next one.',
  twoFactorIsOn: 'Two-step sign-in is already on.',
  twoFactorIsOff: 'Two-step sign-in is not on.',
  twoFactorNotStarted: 'This set-up has ended. Please start it again.',
  noEmailAwaited: 'There is no new email address to confirm any more.',
  emailNotProven: 'Please confirm your email address first. We send you a link.',
  invitationWasDeclined: 'This invitation was declined. You can send another one two weeks later.',
  invitedIsUser:
    'There is an account for this email address already, so that this invitation cannot be accepted. Please sign in to that account.',
  forgotSent: 'If there is an account for this address, an email with a link is on its way.',
  registered: 'Thank you for registering.',
  registeredMail: 'Thank you for registering. We have sent you an email with a link to set your password.',
  nothingToPay: 'There is nothing to be paid for this order any more.',
  guestLinkMailed: 'If this was a link to an order, a new one is on its way to the email of the order.',
  statementNotClosed: 'This month is not closed yet. You’ll get the statement when the month is closed.',
  noStatement: 'There is no statement of yours for this month: you joined later, or it was closed elsewhere.',
} as const
