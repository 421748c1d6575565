import { setTimeout as pause } from 'node:timers/promises'
import type { NewsletterText } from '#domain/mail/newsletter-text.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { createRunToken, isRunAlive } from '#server/platform/jobs/run-token.ts'
import { isErasedEmail } from '#server/platform/mail/erased-email.ts'
import type { MailDraft } from '#server/platform/mail/mail-text.ts'
import { removePostedMail } from '#server/platform/mail/post-mail.ts'
import type { Services } from '#server/platform/services.ts'
import {
  type ClaimedDelivery,
  claimNext,
  countFault,
  type DeliveryOutcome,
  findNextTry,
  lockSending,
  release,
  setSent,
  takeOver,
  writeOutcomes,
} from './delivery.queries.ts'
import { readFailure } from './delivery-outcome.ts'
import { findNewsletter, setStopped } from './newsletter.queries.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'
import { draftNewsletter } from './write-newsletter.ts'

type NewsletterServices = Pick<Services, 'db' | 'jobs' | 'settings' | 'signer' | 'config'>
/** Throws the error of the mail server if it did not accept the email. */
export type PostDraft = (draft: MailDraft, mailId: string) => Promise<void>

/** Number of concurrent emails, each on a separate connection. */
const AT_ONCE = 5
/** The queue considers a longer job dead and starts the next. */
const SLICE_MS = 5 * 60_000
/** A process reports at each step that it is alive; pauses between steps are shorter. */
const LONGEST_SILENCE_SECONDS = 180
const LONGEST_PAUSE_MS = 60_000
const MINUTE_MS = 60_000

/** Delays before retrying a mailbox that is busy or defers mail. */
const TRY_AGAIN_AFTER_SECONDS = [300, 1200, 3600, 4 * 3600, 8 * 3600]
const SERVER_WAIT_SECONDS = 30
/** A mail server that accepts nothing is retried for about a day. */
const MAX_FAULTS = 30
const afterFaults = (faults: number): number => Math.min(3600, SERVER_WAIT_SECONDS * 2 ** (faults - 1))

/**
 * Sends a newsletter to its next recipients for some minutes and leaves the rest to a new job: short transactions, with
 * nothing but emails between them. Each email is recorded before it is sent and never sent again once its process is
 * gone: nobody receives it twice (docs/decisions/0066).
 */
export async function sendNewsletter(
  services: NewsletterServices,
  id: number,
  post: PostDraft,
  stopping: AbortSignal,
): Promise<void> {
  const { db, jobs, settings } = services
  const token = createRunToken()
  const taken = await inTransaction(db, async (trx) => {
    const sending = await lockSending(trx, id)
    if (!sending) return false
    if (isRunAlive(sending.token, sending.silentSeconds, LONGEST_SILENCE_SECONDS)) {
      // A failed job leaves its token behind, and this may be its retry: it has to be checked again later.
      await jobs.queue(trx, 'newsletter', [{ newsletter_id: id }], LONGEST_SILENCE_SECONDS)
      return false
    }
    await takeOver(trx, id, token)
    return true
  })
  const newsletter = taken ? await findNewsletter(db, id) : undefined
  if (!newsletter) return
  const begun = Date.now()
  for (let sent = 0; ; ) {
    if (stopping.aborted || Date.now() - begun > SLICE_MS) return goOnLater(services, id, token, 0)
    const perMinute = settings.get('newsletter_per_minute')
    const limit = perMinute === 0 ? AT_ONCE : Math.min(AT_ONCE, perMinute)
    const claimed = await inTransaction(db, (trx) => claimNext(trx, id, { token, limit }))
    // Stopped: a process that resumes it must not wait for this one.
    if (!claimed) return inTransaction(db, (trx) => release(trx, id, token))
    if (claimed.length === 0) return endOrWait(services, id, token)
    const outcomes = await Promise.all(claimed.map((recipient) => attempt(services, newsletter, recipient, post)))
    const fault = outcomes.every(({ server }) => server) ? outcomes[0]?.code : undefined
    const { written, faults } = await inTransaction(db, async (trx) => ({
      written: await writeOutcomes(trx, id, outcomes),
      faults: await countFault(trx, id, fault),
    }))
    // Erased while their email was being written: its file was created after the erasure looked for it.
    const erased = claimed.filter(({ subscriberId }) => !written.has(subscriberId))
    for (const { mailId } of erased) await removePostedMail(services.config, mailId)
    if (faults >= MAX_FAULTS) return inTransaction(db, (trx) => giveUp(trx, id, token, fault ?? ''))
    if (faults > 0) return goOnLater(services, id, token, afterFaults(faults))
    sent += claimed.length
    const restMs = perMinute === 0 ? 0 : begun + (sent * MINUTE_MS) / perMinute - Date.now()
    if (restMs > 0) await rest(Math.min(restMs, LONGEST_PAUSE_MS), stopping)
  }
}

async function attempt(
  services: NewsletterServices,
  newsletter: NewsletterText & { id: number },
  { email, subscriberId, made, mailId, tries }: ClaimedDelivery,
  post: PostDraft,
): Promise<DeliveryOutcome> {
  try {
    if (isErasedEmail(email)) return { subscriberId, state: 'failed', code: 'erased' }
    const token = unsubscribeToken(services.signer, { subscriberId, newsletterId: newsletter.id, made })
    await post(draftNewsletter(services, newsletter, { email, token }), mailId)
    return { subscriberId, state: 'sent', code: '' }
  } catch (error) {
    const failure = readFailure(error)
    if (failure.state !== 'waiting') return { subscriberId, ...failure }
    // While no mail server can be reached, the attempt does not count against the recipient.
    if (failure.server) return { subscriberId, ...failure, waitSeconds: SERVER_WAIT_SECONDS }
    const waitSeconds = TRY_AGAIN_AFTER_SECONDS[tries - 1]
    return waitSeconds === undefined
      ? { subscriberId, state: 'failed', code: failure.code }
      : { subscriberId, ...failure, waitSeconds }
  }
}

const goOnLater = ({ db, jobs }: NewsletterServices, id: number, token: string, seconds: number): Promise<void> =>
  inTransaction(db, async (trx) => {
    await release(trx, id, token)
    await jobs.queue(trx, 'newsletter', [{ newsletter_id: id }], seconds)
  })

async function endOrWait({ db, jobs }: NewsletterServices, id: number, token: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const sending = await lockSending(trx, id)
    if (sending?.token !== token) return
    const seconds = await findNextTry(trx, id)
    await release(trx, id, token)
    if (seconds !== undefined) return jobs.queue(trx, 'newsletter', [{ newsletter_id: id }], Math.max(seconds, 1))
    await setSent(trx, id)
    await recordAction(trx, SYSTEM, { action: 'newsletter.sent', subject: { kind: 'newsletter', id } })
  })
}

const SYSTEM = { kind: 'system', job: 'newsletter' } as const

async function giveUp(trx: Transaction, id: number, token: string, fault: string): Promise<void> {
  await release(trx, id, token)
  await setStopped(trx, id, 'mail_server')
  await recordAction(trx, SYSTEM, {
    action: 'newsletter.stopped',
    subject: { kind: 'newsletter', id },
    after: { fault },
  })
}

const rest = (ms: number, stopping: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal: stopping }).catch(() => {})
