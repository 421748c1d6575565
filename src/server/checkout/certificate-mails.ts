import { calendarDay } from '#contract/order-words.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { type Mail, writeMail } from '#server/platform/mail/mail-parts.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { type DecidedCertificate, findDecidedCertificate } from './certificate.queries.ts'

export type CertificateMail = 'certificate_approved' | 'certificate_refused'

/** To a member whose resale certificate was decided; undefined where it was replaced or ended meanwhile. */
export async function writeCertificateMail(
  { db, settings }: { db: Database; settings: Settings },
  mail: CertificateMail,
  certificateId: number,
): Promise<Mail | undefined> {
  const certificate = await findDecidedCertificate(db, certificateId)
  const decided = mail === 'certificate_approved' ? 'approved' : 'refused'
  return certificate?.status === decided ? certificateMail(mail, certificate, settings.get('shop_name')) : undefined
}

export function certificateMail(
  mail: CertificateMail,
  {
    email,
    first_name,
    state,
    number,
    expires_on,
    refusal_reason,
  }: Omit<DecidedCertificate, 'id' | 'user_id' | 'status'>,
  shop: string,
): Mail {
  const isApproved = mail === 'certificate_approved'
  const sentences = isApproved
    ? [
        `Your resale certificate ${number} of ${state} is approved. From now on your orders in ${state} are not taxed, up to and including ${calendarDay(expires_on)}.`,
        'Orders placed before stay as they are.',
      ]
    : [
        `We could not accept your resale certificate ${number} of ${state}: ${refusal_reason ?? ''}`,
        `Until we have one that we can accept, your orders in ${state} are taxed. Please write to us or call if you have questions.`,
      ]
  const subject = `Your resale certificate of ${state} ${isApproved ? 'is approved' : 'was not accepted'}`
  return writeMail(email, shop, subject, [
    { kind: 'paragraph', text: `Dear ${first_name},` },
    ...sentences.map((text) => ({ kind: 'paragraph', text }) as const),
  ])
}
