import { button, mailTexts, words } from '#server/platform/mail/mail-text.ts'

const email = words('Email of the account')
const takeBack = button(
  'It was not me: take my account back',
  'Stops or undoes the change, and ends every sign-in; works for 7 days',
)
const passwordLink = button('Set a new password', 'Sets the password, once')

/** Texts of mails about accounts. `account-mails.ts` creates the links in them. */
export const accountMailTexts = mailTexts('accounts', {
  set_password: {
    name: 'Welcome',
    meaning: 'To a new user who has no password yet',
    subject: 'Welcome to {shop_name}',
    body: [
      'Welcome, {first_name}. Set a password and your account is ready.',
      '{password_link: Set your password}',
      'The link is good for 7 days and can be used once.',
    ],
    placeholders: { first_name: words('First name'), password_link: passwordLink },
  },
  reset_password: {
    name: 'New password',
    meaning: 'To a user who has forgotten their password',
    subject: 'Set a new password',
    body: [
      'We were asked for a new password for {email}.',
      '{password_link: Set a new password}',
      'The link is good for {minutes} minutes and can be used once. If it was not you, you can ignore this email.',
    ],
    placeholders: { email, minutes: words('How long the link is good, in minutes'), password_link: passwordLink },
  },
  confirm_email: {
    name: 'Confirm the new email',
    meaning: 'To the new email of an account, before it takes effect',
    subject: 'Confirm your new email address',
    body: [
      'We were asked to make {email} the email address of an account. To confirm it, you need the password of that account.',
      '{confirm_link: Confirm this address}',
      'The link is good for 24 hours; until it is used, the old address stays. If it was not you, you can ignore this email.',
    ],
    placeholders: {
      email: words('The new email'),
      confirm_link: button('Confirm this address', 'Confirms the new email; works for 24 hours'),
    },
  },
  email_change_asked: {
    name: 'Email about to change',
    meaning: 'To the present email of an account, when another is asked for',
    subject: 'Your email address is about to change',
    body: [
      'Somebody signed in to your account has asked to change its email address. The change takes effect once it is confirmed at the new address with your password. If that was you, there is nothing to do here.',
      '{take_back_link: It was not me: take my account back}',
      'The link is good for 7 days. It stops the change and ends every sign-in, and you set a new password.',
    ],
    placeholders: { take_back_link: takeBack },
  },
  email_changed: {
    name: 'Email changed',
    meaning: 'To the former email of an account, when another counts',
    subject: 'Your email address was changed',
    body: [
      'The email address of your account was changed, and confirmed with your password. If that was you, there is nothing to do.',
      '{take_back_link: It was not me: take my account back}',
      'The link is good for 7 days. Your account gets this address back, every sign-in ends, and you set a new password.',
    ],
    placeholders: { take_back_link: takeBack },
  },
  account_taken_back: {
    name: 'Account taken back',
    meaning: 'To the owner of an account who has taken it back',
    subject: 'Set a new password for your account',
    body: [
      'Your account has the email address {email}. Every sign-in has ended, and your former password no longer works.',
      '{password_link: Set a new password}',
      'The link is good for 7 days and can be used once.',
    ],
    placeholders: { email, password_link: passwordLink },
  },
  prove_email: {
    name: 'Confirm the email',
    meaning: 'To a user who wants the orders placed as a guest in the account',
    subject: 'Confirm your email address',
    body: [
      'Please confirm that {email} belongs to your account. Orders placed with it as a guest are then added to the account.',
      '{confirm_link: Confirm my address}',
      'The link is good for 24 hours. If it was not you, you can ignore this email.',
    ],
    placeholders: { email, confirm_link: button('Confirm my address', 'Confirms the email; works for 24 hours') },
  },
})
