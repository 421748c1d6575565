import { normalizeEmail } from '#domain/email-address.ts'
import { parseInstant } from '#domain/instant.ts'
import {
  approveCertificate,
  type CertificateRefusal,
  endCertificate,
  refuseCertificate,
} from '#server/checkout/decide-certificate.ts'
import { listCertificates } from '#server/checkout/list-certificates.ts'
import { type SaveCertificateRefusal, saveCertificate } from '#server/checkout/save-certificate.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type CommandContext, UserError } from './command.ts'
import { inPayments } from './payment-context.ts'

/** `by` is the staff member who decides. */
export type CertificateOptions = { reason?: string }

const readState = (given: string): string => given.trim().toUpperCase()

/** `email<TAB>state<TAB>number<TAB>last day<TAB>status`, newest first. */
export async function listCertificatesCommand(context: CommandContext): Promise<number> {
  for (const { email, state, number, expires_on, status } of await listCertificates(context.connection.db)) {
    context.say([email, state, number, expires_on, status].join('\t'))
  }
  return 0
}

export async function addCertificateCommand(
  context: CommandContext,
  email: string,
  state: string,
  number: string,
  options: { expires: string },
): Promise<number> {
  if (!parseInstant(options.expires)?.isDay) {
    throw new UserError(`${options.expires} is not a valid date; write it as 2027-12-31.`)
  }
  const given = { state: readState(state), number, expiresOn: options.expires }
  const saved = await inTransaction(context.connection.db, (trx) =>
    saveCertificate(trx, context.actor, normalizeEmail(email), given),
  )
  if (!saved.ok) throw new UserError(sentence({ email, state: given.state }, saved.refusal))
  context.say(
    `Resale certificate ${number} of ${given.state} is pending approval: certificate approve ${email} ${given.state}`,
  )
  return 0
}

export async function approveCertificateCommand(
  context: CommandContext,
  email: string,
  state: string,
): Promise<number> {
  const of = { email: normalizeEmail(email), state: readState(state) }
  const approved = await inPayments(context, (trx, { jobs }) => approveCertificate(trx, context.actor, of, jobs))
  if (!approved.ok) throw new UserError(sentence(of, approved.refusal))
  const { number, expires_on } = approved.certificate
  context.say(`Orders of ${of.email} in ${of.state} are tax exempt through ${expires_on} (certificate ${number}).`)
  return 0
}

export async function refuseCertificateCommand(
  context: CommandContext,
  email: string,
  state: string,
  options: CertificateOptions,
): Promise<number> {
  const of = { email: normalizeEmail(email), state: readState(state) }
  const refused = await inPayments(context, (trx, { jobs }) =>
    refuseCertificate(trx, context.actor, of, options.reason ?? '', jobs),
  )
  if (!refused.ok) throw new UserError(sentence(of, refused.refusal))
  context.say(`The certificate of ${of.email} for ${of.state} is rejected.`)
  return 0
}

export async function endCertificateCommand(
  context: CommandContext,
  email: string,
  state: string,
  options: CertificateOptions,
): Promise<number> {
  const of = { email: normalizeEmail(email), state: readState(state) }
  const ended = await inTransaction(context.connection.db, (trx) =>
    endCertificate(trx, context.actor, of, options.reason),
  )
  if (!ended.ok) throw new UserError(sentence(of, ended.refusal))
  context.say(`Orders of ${of.email} in ${of.state} are taxed from now on. Existing orders do not change.`)
  return 0
}

function sentence(
  { email, state }: { email: string; state: string },
  refusal: CertificateRefusal | SaveCertificateRefusal,
): string {
  switch (refusal.code) {
    case 'user_not_found':
      return `There is no user ${email}.`
    case 'state_not_found':
      return `There is no state ${state}; states have two letters, such as NY.`
    case 'number_required':
      return 'A certificate number must have 1 to 40 characters.'
    case 'expired':
      return 'The certificate has expired.'
    case 'reason_required':
      return 'Give a reason with --reason TEXT.'
    case 'stale':
      return `${email} now has another pending certificate of ${state}.`
    case 'certificate_not_found':
      return `${email} has no such certificate of ${state}.`
  }
}
