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
  countServerError,
  type DeliveryOutcome,
  findNextRetry,
  lockSending,
  releaseNewsletter,
  setSent,
  takeOver,
  writeOutcomes,
} from './delivery.queries.ts'
import { readFailure } from './delivery-outcome.ts'
import { findNewsletter, setStopped } from './newsletter.queries.ts'
import { makeUnsubscribeToken } from './unsubscribe-token.ts'
import { draftNewsletter } from './write-newsletter.ts'

type NewsletterServices = Pick<Services, 'db' | 'jobs' | 'settings' | 'signer' | 'config'>
/** Throws the error of the mail server if it did not accept the email. */
export type PostDraft = (draft: MailDraft, mailId: string) => Promise<void>

/** Number of concurrent emails, each on a separate connection. */
const CONCURRENCY = 5
/** The queue considers a longer job dead and starts the next. */
const SLICE_MS = 5 * 60_000
/** A process reports at each step that it is alive; pauses between steps are shorter. */
const MAX_SILENCE_SECONDS = 180
const MAX_PAUSE_MS = 60_000
const MINUTE_MS = 60_000

/** Delays before retrying a mailbox that is busy or defers mail. */
const RETRY_DELAYS_SECONDS = [300, 1200, 3600, 4 * 3600, 8 * 3600]
const SERVER_WAIT_SECONDS = 30
/** A mail server that accepts nothing is retried for about a day. */
const MAX_SERVER_ERRORS = 30
const findServerDelay = (errorCount: number): number => Math.min(3600, SERVER_WAIT_SECONDS * 2 ** (errorCount - 1))

/**
 * Sends a newsletter to its next recipients for some minutes and leaves the rest to a new job. Transactions are short,
 * and emails are sent between them. Each email is recorded before it is sent and not sent again if the process ends, so
 * that no one receives it twice (docs/decisions/0066).
 */
export async function sendNewsletter(
  services: NewsletterServices,
  id: number,
  post: PostDraft,
  signal: AbortSignal,
): Promise<void> {
  const { db, jobs, settings } = services
  const token = createRunToken()
  const isTaken = await inTransaction(db, async (trx) => {
    const sending = await lockSending(trx, id)
    if (!sending) return false
    if (isRunAlive(sending.token, sending.silentSeconds, MAX_SILENCE_SECONDS)) {
      // A failed job leaves its token behind, and this may be its retry: it has to be checked again later.
      await jobs.queue(trx, 'newsletter', [{ newsletter_id: id }], MAX_SILENCE_SECONDS)
      return false
    }
    await takeOver(trx, id, token)
    return true
  })
  const newsletter = isTaken ? await findNewsletter(db, id) : undefined
  if (!newsletter) return
  const startedAt = Date.now()
  for (let sentCount = 0; ; ) {
    if (signal.aborted || Date.now() - startedAt > SLICE_MS) return continueLater(services, id, token, 0)
    const perMinute = settings.get('newsletter_per_minute')
    const limit = perMinute === 0 ? CONCURRENCY : Math.min(CONCURRENCY, perMinute)
    const deliveries = await inTransaction(db, (trx) => claimNext(trx, id, { token, limit }))
    // Stopped: a process that resumes it must not wait for this one.
    if (!deliveries) return inTransaction(db, (trx) => releaseNewsletter(trx, id, token))
    if (deliveries.length === 0) return finishOrScheduleRetry(services, id, token)
    const outcomes = await Promise.all(
      deliveries.map((recipient) => attemptDelivery(services, newsletter, recipient, post)),
    )
    const serverError = outcomes.every(({ server }) => server) ? outcomes[0]?.code : undefined
    const { recordedIds, errorCount } = await inTransaction(db, async (trx) => ({
      recordedIds: await writeOutcomes(trx, id, outcomes),
      errorCount: await countServerError(trx, id, serverError),
    }))
    // Erased while their email was being written: its file was created after the erasure deleted files.
    const erased = deliveries.filter(({ subscriberId }) => !recordedIds.has(subscriberId))
    for (const { mailId } of erased) await removePostedMail(services.config, mailId)
    if (errorCount >= MAX_SERVER_ERRORS)
      return inTransaction(db, (trx) => stopAfterErrors(trx, id, token, serverError ?? ''))
    if (errorCount > 0) return continueLater(services, id, token, findServerDelay(errorCount))
    sentCount += deliveries.length
    const pauseMs = perMinute === 0 ? 0 : startedAt + (sentCount * MINUTE_MS) / perMinute - Date.now()
    if (pauseMs > 0) await pauseUnlessStopped(Math.min(pauseMs, MAX_PAUSE_MS), signal)
  }
}

async function attemptDelivery(
  services: NewsletterServices,
  newsletter: NewsletterText & { id: number },
  { email, subscriberId, made, mailId, tries }: ClaimedDelivery,
  post: PostDraft,
): Promise<DeliveryOutcome> {
  try {
    if (isErasedEmail(email)) return { subscriberId, state: 'failed', code: 'erased' }
    const token = makeUnsubscribeToken(services.signer, { subscriberId, newsletterId: newsletter.id, made })
    await post(draftNewsletter(services, newsletter, { email, token }), mailId)
    return { subscriberId, state: 'sent', code: '' }
  } catch (error) {
    const outcome = readFailure(error)
    if (outcome.state !== 'waiting') return { subscriberId, ...outcome }
    // While no mail server can be reached, the attempt does not count against the recipient.
    if (outcome.server) return { subscriberId, ...outcome, waitSeconds: SERVER_WAIT_SECONDS }
    const waitSeconds = RETRY_DELAYS_SECONDS[tries - 1]
    return waitSeconds === undefined
      ? { subscriberId, state: 'failed', code: outcome.code }
      : { subscriberId, ...outcome, waitSeconds }
  }
}

const continueLater = ({ db, jobs }: NewsletterServices, id: number, token: string, seconds: number): Promise<void> =>
  inTransaction(db, async (trx) => {
    await releaseNewsletter(trx, id, token)
    await jobs.queue(trx, 'newsletter', [{ newsletter_id: id }], seconds)
  })

async function finishOrScheduleRetry({ db, jobs }: NewsletterServices, id: number, token: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const sending = await lockSending(trx, id)
    if (sending?.token !== token) return
    const seconds = await findNextRetry(trx, id)
    await releaseNewsletter(trx, id, token)
    if (seconds !== undefined) return jobs.queue(trx, 'newsletter', [{ newsletter_id: id }], Math.max(seconds, 1))
    await setSent(trx, id)
    await recordAction(trx, SYSTEM, { action: 'newsletter.sent', subject: { kind: 'newsletter', id } })
  })
}

const SYSTEM = { kind: 'system', job: 'newsletter' } as const

async function stopAfterErrors(trx: Transaction, id: number, token: string, serverError: string): Promise<void> {
  await releaseNewsletter(trx, id, token)
  await setStopped(trx, id, 'mail_server')
  await recordAction(trx, SYSTEM, {
    action: 'newsletter.stopped',
    subject: { kind: 'newsletter', id },
    after: { fault: serverError },
  })
}

const pauseUnlessStopped = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal: signal }).catch(() => {})
