import { type Mail, writeMail } from '../mail/mail-parts.ts'

/** What the mails about accounts say; making the links that they carry is `member-mails.ts`'. */

export const setPasswordMail = (shop: string, user: { email: string; first_name: string }, url: string): Mail =>
  writeMail(user.email, shop, `Welcome to ${shop}`, [
    { kind: 'paragraph', text: `Welcome, ${user.first_name}. Set a password and your account is ready.` },
    { kind: 'action', label: 'Set your password', url },
    { kind: 'paragraph', text: 'The link is good for 7 days and can be used once.' },
  ])

export const addedMail = (
  shop: string,
  user: { email: string; first_name: string },
  sponsor: { first_name: string; last_name: string },
  url: string,
): Mail =>
  writeMail(user.email, shop, `Welcome to ${shop}`, [
    {
      kind: 'paragraph',
      text: `Welcome, ${user.first_name}. ${sponsor.first_name} ${sponsor.last_name} has added you to ${shop}. Set a password and your account is ready.`,
    },
    { kind: 'action', label: 'Set your password', url },
    {
      kind: 'paragraph',
      text: 'The link is good for 7 days and can be used once. If you do not know who added you, there is nothing to do.',
    },
  ])

export const resetPasswordMail = (shop: string, email: string, url: string, minutes: number): Mail =>
  writeMail(email, shop, 'Set a new password', [
    { kind: 'paragraph', text: `Somebody, probably you, asked for a new password for ${email}.` },
    { kind: 'action', label: 'Set a new password', url },
    {
      kind: 'paragraph',
      text: `The link is good for ${minutes} minutes and can be used once. If it was not you, there is nothing to do.`,
    },
  ])

export const emailChangedMail = (shop: string, oldEmail: string, url: string): Mail =>
  writeMail(oldEmail, shop, 'Your email address was changed', [
    {
      kind: 'paragraph',
      text: 'The account of this address now belongs to another one. If that was you, all is well.',
    },
    { kind: 'action', label: 'It was not me: undo it', url },
    { kind: 'paragraph', text: 'The link is good for 7 days. It also ends every sign-in to the account.' },
  ])

export const proveEmailMail = (shop: string, email: string, url: string): Mail =>
  writeMail(email, shop, 'Add your earlier orders', [
    { kind: 'paragraph', text: `Somebody, probably you, wants to add the orders placed with ${email} to an account.` },
    { kind: 'action', label: 'Add my orders', url },
    { kind: 'paragraph', text: 'The link is good for 24 hours. If it was not you, there is nothing to do.' },
  ])
