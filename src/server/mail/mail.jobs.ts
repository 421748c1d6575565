import type { CommentReplyId, UserId } from '../database/tables.generated.ts'
import type { JobPayloads } from '../jobs.ts'
import { writeAddedMail, writeEmailChangedMail, writePasswordMail, writeProofMail } from '../member/member-mails.ts'
import { findPlacedOrder } from '../order/read-order.ts'
import { writeReplyMail } from '../post/reply-mail.ts'
import type { Services } from '../services.ts'
import type { Mail } from './mail-parts.ts'
import { orderChangedMail, orderPlacedMail, orderReceivedMail } from './order-mails.ts'
import { makePostMail } from './post-mail.ts'

/** Sends the mails that transactions queued. */
export async function workOnMails(services: Services): Promise<void> {
  const postMail = makePostMail(services.config)
  await services.jobs.work('mail', async (payload, jobId) => {
    const mail = await writeQueuedMail(services, payload)
    if (mail) await postMail(mail, jobId, sender(services))
  })
}

async function writeQueuedMail(services: Services, payload: JobPayloads['mail']): Promise<Mail | undefined> {
  const { db, signer, settings, config } = services
  if (payload.mail === 'added_by_sponsor') {
    return writeAddedMail(services, payload.user_id as UserId, payload.sponsor_id as UserId)
  }
  if ('user_id' in payload) {
    const userId = payload.user_id as UserId
    return payload.mail === 'prove_email'
      ? writeProofMail(services, userId)
      : writePasswordMail(services, payload.mail, userId)
  }
  if ('email_change_id' in payload) return writeEmailChangedMail(services, payload.email_change_id)
  if ('reply_id' in payload) return writeReplyMail(services, payload.reply_id as CommentReplyId)
  const order = await findPlacedOrder(db, signer, payload.order_id)
  if (!order) throw new Error(`no order ${payload.order_id} to write about`)
  switch (payload.mail) {
    case 'order_placed':
      return orderPlacedMail(order, settings, config.publicUrl)
    case 'order_received': {
      const to = settings.get('shop_email')
      // Until the shop has an address there is nobody to write to.
      return to === '' ? undefined : orderReceivedMail(order, settings, config.publicUrl, to)
    }
    default:
      return orderChangedMail(payload.mail, order, settings, config.publicUrl)
  }
}

function sender({ config, settings }: Services): string {
  const address = config.mailFrom ?? (settings.get('shop_email') || `shop@${new URL(config.publicUrl).hostname}`)
  return `"${settings.get('shop_name').replaceAll(/["\\\r\n]/g, '')}" <${address}>`
}
