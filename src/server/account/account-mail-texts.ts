import { type Mail, writeMail } from '#server/platform/mail/mail-parts.ts'

/** The texts of mails about accounts; `member-mails.ts` makes the links that they carry. */

export const setPasswordMail = (shop: string, user: { email: string; first_name: string }, url: string): Mail =>
  writeMail(user.email, shop, `Welcome to ${shop}`, [
    { kind: 'paragraph', text: `Welcome, ${user.first_name}. Set a password and your account is ready.` },
    { kind: 'action', label: 'Set your password', url },
    { kind: 'paragraph', text: 'The link is good for 7 days and can be used once.' },
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

export const confirmEmailMail = (shop: string, newEmail: string, url: string): Mail =>
  writeMail(newEmail, shop, 'Confirm your new email address', [
    {
      kind: 'paragraph',
      text: `Somebody, probably you, wants ${newEmail} to be the email address of their account. To confirm it, you need the password of the account.`,
    },
    { kind: 'action', label: 'Confirm this address', url },
    {
      kind: 'paragraph',
      text: 'The link is good for 24 hours; until it is used, the old address counts. If it was not you, there is nothing to do.',
    },
  ])

export const emailChangeAskedMail = (shop: string, oldEmail: string, url: string): Mail =>
  writeMail(oldEmail, shop, 'Your email address is about to change', [
    {
      kind: 'paragraph',
      text: 'Somebody who is signed in to your account wants it to have another email address. It counts once it is confirmed there with your password. If that was you, there is nothing to do here.',
    },
    { kind: 'action', label: 'It was not me: take my account back', url },
    {
      kind: 'paragraph',
      text: 'The link is good for 7 days. It stops the change and ends every sign-in, and you set a new password.',
    },
  ])

export const emailChangedMail = (shop: string, oldEmail: string, url: string): Mail =>
  writeMail(oldEmail, shop, 'Your email address was changed', [
    {
      kind: 'paragraph',
      text: 'Your account has another email address now, which was confirmed with your password. If that was you, all is well.',
    },
    { kind: 'action', label: 'It was not me: take my account back', url },
    {
      kind: 'paragraph',
      text: 'The link is good for 7 days. Your account gets this address back, every sign-in ends, and you set a new password.',
    },
  ])

export const accountTakenBackMail = (shop: string, email: string, url: string): Mail =>
  writeMail(email, shop, 'Set a new password for your account', [
    {
      kind: 'paragraph',
      text: `Your account has the email address ${email}. Every sign-in has ended, and the password of before no longer opens it.`,
    },
    { kind: 'action', label: 'Set a new password', url },
    { kind: 'paragraph', text: 'The link is good for 7 days and can be used once.' },
  ])

export const proveEmailMail = (shop: string, email: string, url: string): Mail =>
  writeMail(email, shop, 'Confirm your email address', [
    {
      kind: 'paragraph',
      text: `Somebody, probably you, wants to confirm that ${email} belongs to their account. The orders placed with it as a guest are added to the account.`,
    },
    { kind: 'action', label: 'Confirm my address', url },
    { kind: 'paragraph', text: 'The link is good for 24 hours. If it was not you, there is nothing to do.' },
  ])
