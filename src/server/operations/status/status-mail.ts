import { adminPaths } from '#contract/admin-paths.ts'
import {
  button,
  draftMail,
  type MailDraft,
  mailTexts,
  paragraphs,
  requiredPart,
} from '#server/platform/mail/mail-text.ts'
import type { Services } from '#server/platform/services.ts'
import { type Alert, findAlerts } from './metrics.queries.ts'

export const statusMailTexts = mailTexts('staff', {
  status: {
    name: 'Something is broken',
    meaning: 'To the store, when something needs action; once per issue until it’s resolved',
    subject: 'Something is broken at {shop_name}',
    body: ['This needs attention now:', '{broken}', '{status_link: See the full status}'],
    placeholders: {
      broken: requiredPart('What is broken and what to do'),
      status_link: button('See the full status', 'The status page'),
    },
  },
})

export const draftStatusMail = (shop: string, to: string, broken: readonly Alert[], link: string): MailDraft =>
  draftMail(statusMailTexts.status, to, shop, {
    broken: paragraphs(...broken.flatMap(({ says, advice }) => [says, advice])),
    status_link: link,
  })

/** Returns undefined if everything has recovered, or the shop has no email address. */
export async function writeStatusMail({
  db,
  settings,
  config,
}: Pick<Services, 'db' | 'settings' | 'config'>): Promise<MailDraft | undefined> {
  const to = settings.get('shop_email')
  const broken = to === '' ? [] : await findAlerts(db)
  if (broken.length === 0) return undefined
  return draftStatusMail(settings.get('shop_name'), to, broken, config.publicUrl + adminPaths.status)
}
