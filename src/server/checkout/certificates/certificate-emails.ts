import { formatCalendarDay } from '#contract/orders/labels.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { draftMail, type MailDraft, mailTexts, words } from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { type DecidedCertificate, findDecidedCertificate } from './certificate.queries.ts'

export type CertificateMail = 'certificate_approved' | 'certificate_refused'

/**
 * Writes an email to a member whose resale certificate was decided. Returns undefined if it has been replaced or ended
 * since.
 */
export async function writeCertificateMail(
  { db, settings }: { db: Database; settings: Settings },
  mail: CertificateMail,
  certificateId: number,
): Promise<MailDraft | undefined> {
  const certificate = await findDecidedCertificate(db, certificateId)
  const status = mail === 'certificate_approved' ? 'approved' : 'refused'
  return certificate?.status === status ? certificateMail(mail, certificate, settings.get('shop_name')) : undefined
}

const placeholders = {
  first_name: words('First name'),
  certificate_number: words('Number of the certificate'),
  state: words('Its state'),
}

export const certificateMailTexts = mailTexts('members', {
  certificate_approved: {
    name: 'Certificate approved',
    meaning: 'To a member whose resale certificate was approved',
    subject: 'Your {state} resale certificate is approved',
    body: [
      'Hi {first_name},',
      'Your {state} resale certificate {certificate_number} is approved. Your orders in {state} are tax-exempt through {valid_until}.',
      'Orders you already placed are not affected.',
    ],
    placeholders: { ...placeholders, valid_until: words('Last day on which it is valid') },
  },
  certificate_refused: {
    name: 'Certificate not accepted',
    meaning: 'To a member whose resale certificate was not accepted',
    subject: 'Your {state} resale certificate was not accepted',
    body: [
      'Hi {first_name},',
      'We could not accept your {state} resale certificate {certificate_number}: {reason}',
      'Until we receive one we can accept, we’ll charge tax on your orders in {state}. If you have questions, please contact us.',
    ],
    placeholders: { ...placeholders, reason: words('The reason, as staff wrote it') },
  },
})

export function certificateMail(
  mail: CertificateMail,
  {
    email,
    first_name,
    state,
    number,
    expires_on,
    refusal_reason,
  }: Omit<DecidedCertificate, 'id' | 'user_id' | 'status' | 'version'>,
  shop: string,
): MailDraft {
  const values = { first_name, state, certificate_number: number }
  return mail === 'certificate_approved'
    ? draftMail(certificateMailTexts.certificate_approved, email, shop, {
        ...values,
        valid_until: formatCalendarDay(expires_on),
      })
    : draftMail(certificateMailTexts.certificate_refused, email, shop, { ...values, reason: refusal_reason ?? '' })
}
