import { button, mailTexts, words } from '#server/platform/mail/mail-text.ts'

const email = words('Email of the account')
const restoreLink = button(
  'This wasn’t me – recover my account',
  'Stops or undoes the change and logs everyone out; works for 7 days',
)
const passwordLink = button('Set a new password', 'Sets the password, once')

/** Texts of emails about accounts. `account-emails.ts` creates the links in them. */
export const accountMailTexts = mailTexts('accounts', {
  set_password: {
    name: 'Welcome',
    meaning: 'To a new user who has no password yet',
    subject: 'Welcome to {shop_name}',
    body: [
      'Welcome, {first_name}! Set a password to activate your account.',
      '{password_link: Set your password}',
      'This link expires in 7 days and works once.',
    ],
    placeholders: { first_name: words('First name'), password_link: passwordLink },
  },
  reset_password: {
    name: 'New password',
    meaning: 'To a user who forgot their password',
    subject: 'Set a new password',
    body: [
      'Someone asked to reset the password for {email}.',
      '{password_link: Set a new password}',
      'This link expires in {minutes} minutes and works once. If this wasn’t you, you can ignore this email.',
    ],
    placeholders: { email, minutes: words('Minutes until the link expires'), password_link: passwordLink },
  },
  confirm_email: {
    name: 'Confirm the new email',
    meaning: 'To the new email of an account, before it takes effect',
    subject: 'Confirm your new email address',
    body: [
      'Someone asked to use {email} for a {shop_name} account. To confirm, you’ll need the password for that account.',
      '{confirm_link: Confirm this address}',
      'This link expires in 24 hours. Until you confirm, the account keeps its old address. If this wasn’t you, you can ignore this email.',
    ],
    placeholders: {
      email: words('The new email'),
      confirm_link: button('Confirm this address', 'Confirms the new email; works for 24 hours'),
    },
  },
  email_change_asked: {
    name: 'Email about to change',
    meaning: 'To the current email of an account, when a change is requested',
    subject: 'Your email address is about to change',
    body: [
      'Someone logged in to your account asked to change its email address. The change takes effect when it is confirmed at the new address with your password. If this was you, you don’t need to do anything.',
      '{take_back_link: This wasn’t me – recover my account}',
      'This link expires in 7 days. It stops the change and logs everyone out, and then you set a new password.',
    ],
    placeholders: { take_back_link: restoreLink },
  },
  email_changed: {
    name: 'Email changed',
    meaning: 'To the previous email of an account, after a change',
    subject: 'Your email address was changed',
    body: [
      'The email address on your account was changed and confirmed with your password. If this was you, you don’t need to do anything.',
      '{take_back_link: This wasn’t me – recover my account}',
      'This link expires in 7 days. It restores this address and logs everyone out, and then you set a new password.',
    ],
    placeholders: { take_back_link: restoreLink },
  },
  account_taken_back: {
    name: 'Account recovered',
    meaning: 'To the owner of an account who recovered it',
    subject: 'Set a new password for your account',
    body: [
      'Your account’s email address is {email}. Everyone has been logged out, and your old password no longer works.',
      '{password_link: Set a new password}',
      'This link expires in 7 days and works once.',
    ],
    placeholders: { email, password_link: passwordLink },
  },
  prove_email: {
    name: 'Confirm the email',
    meaning: 'To a user who wants to add their guest orders to the account',
    subject: 'Confirm your email address',
    body: [
      'Please confirm that {email} is yours. We’ll then add any orders placed with it as a guest to your account.',
      '{confirm_link: Confirm my address}',
      'This link expires in 24 hours. If this wasn’t you, you can ignore this email.',
    ],
    placeholders: { email, confirm_link: button('Confirm my address', 'Confirms the email; works for 24 hours') },
  },
})
