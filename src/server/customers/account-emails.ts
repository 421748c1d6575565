import { fillPath, pagePatterns } from '#contract/paths.ts'
import { userTables } from '#server/identity/credentials/account-tables.ts'
import { storePasswordLink } from '#server/identity/credentials/password-links.ts'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { MASKED, type MailLinks } from '#server/platform/mail/mail-links.ts'
import { draftMail, type MailDraft } from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { findUser, lockAccount } from './account.queries.ts'
import { accountMailTexts } from './account-mail-texts.ts'
import { findChange, renewConfirmLink, renewRequestLink, renewUndoLink } from './email-change.queries.ts'
import { replaceProofLink } from './email-proof.queries.ts'

const SET_PASSWORD_MINUTES = 7 * 24 * 60

type AccountMailDeps = { db: Database; settings: Settings; config: { publicUrl: string }; links?: MailLinks }

/**
 * Writes the email with a link to set the first or a new password. The link is created while the email is written, so
 * that neither the queue nor a log ever contains it. A retried mail contains a new link.
 */
export async function writePasswordMail(
  { db, settings, config, links }: AccountMailDeps,
  kind: 'set_password' | 'reset_password' | 'account_taken_back',
  userId: UserId,
): Promise<MailDraft | undefined> {
  const minutes = kind === 'reset_password' ? settings.get('reset_link_minutes') : SET_PASSWORD_MINUTES
  const link = await makePasswordLink({ db, config, links }, userId, minutes)
  if (!link) return undefined
  const { user, url } = link
  const shop = settings.get('shop_name')
  switch (kind) {
    case 'set_password':
      return draftMail(accountMailTexts.set_password, user.email, shop, {
        first_name: user.first_name,
        password_link: url,
      })
    case 'reset_password':
      return draftMail(accountMailTexts.reset_password, user.email, shop, {
        email: user.email,
        minutes: String(minutes),
        password_link: url,
      })
    case 'account_taken_back':
      return draftMail(accountMailTexts.account_taken_back, user.email, shop, { email: user.email, password_link: url })
  }
}

/**
 * Returns undefined if the account was deleted in the meantime. Commits the link before the email is sent.
 */
async function makePasswordLink(
  { db, config, links }: Omit<AccountMailDeps, 'settings'>,
  userId: UserId,
  minutes: number,
) {
  const existing = await findUser(db, userId)
  if (!existing) return undefined
  const createUrl = (token: string) => config.publicUrl + fillPath(pagePatterns.resetPassword, { token })
  if (links === 'masked') return { user: existing, url: createUrl(MASKED) }
  const token = makeToken()
  const user = await inTransaction(db, async (trx) => {
    // The account's email must not have changed by the time the link exists.
    const account = await lockAccount(trx, userId)
    await storePasswordLink(trx, userTables, { id: userId, tokenHash: hashToken(token), minutes })
    return account
  })
  return { user, url: createUrl(token) }
}

/** Mail about an email change: to the new email, or to the old one before or after the change. */
export type EmailChangeMail = 'confirm_email' | 'email_change_asked' | 'email_changed'

/** Returns undefined if the change has ended in the meantime. */
export async function writeEmailChangeMail(
  { db, settings, config, links }: AccountMailDeps,
  kind: EmailChangeMail,
  id: number,
): Promise<MailDraft | undefined> {
  const token = links === 'masked' ? MASKED : makeToken()
  const change = links === 'masked' ? await findChange(db, id) : await renewLink[kind](db, id, hashToken(token))
  const shop = settings.get('shop_name')
  const undoUrl = config.publicUrl + fillPath(pagePatterns.undoEmailChange, { token })
  if (!change) return undefined
  switch (kind) {
    case 'confirm_email':
      return change.new_email === null
        ? undefined
        : draftMail(accountMailTexts.confirm_email, change.new_email, shop, {
            email: change.new_email,
            confirm_link: config.publicUrl + fillPath(pagePatterns.confirmEmail, { token }),
          })
    case 'email_change_asked':
    case 'email_changed':
      return draftMail(accountMailTexts[kind], change.old_email, shop, { take_back_link: undoUrl })
  }
}

const renewLink = {
  confirm_email: renewConfirmLink,
  email_change_asked: renewRequestLink,
  email_changed: renewUndoLink,
} as const satisfies Record<EmailChangeMail, unknown>

/** Writes the email with the link that proves the mailbox and adds the orders placed as a guest. */
export async function writeProofMail(
  { db, settings, config, links }: AccountMailDeps,
  userId: UserId,
): Promise<MailDraft | undefined> {
  const existing = await findUser(db, userId)
  if (!existing) return undefined
  const createMail = (email: string, token: string) =>
    draftMail(accountMailTexts.prove_email, email, settings.get('shop_name'), {
      email,
      confirm_link: config.publicUrl + fillPath(pagePatterns.proveEmail, { token }),
    })
  if (links === 'masked') return createMail(existing.email, MASKED)
  const token = makeToken()
  const { email } = await inTransaction(db, async (trx) => {
    const account = await lockAccount(trx, userId)
    await replaceProofLink(trx, { userId, email: account.email, tokenHash: hashToken(token) })
    return account
  })
  return createMail(email, token)
}
