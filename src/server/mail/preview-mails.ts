import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlacedOrder } from '#contract/order.ts'
import type { JobPayloads } from '../jobs.ts'
import {
  addedMail,
  emailChangedMail,
  proveEmailMail,
  resetPasswordMail,
  setPasswordMail,
} from '../member/member-mail-texts.ts'
import { replyMail } from '../post/reply-mail.ts'
import type { Settings } from '../settings/settings.ts'
import type { Mail } from './mail-parts.ts'
import { orderChangedMail, orderPlacedMail, orderReceivedMail } from './order-mails.ts'

type MailName = JobPayloads['mail']['mail']

/** Writes every mail the shop sends, with made-up content, as HTML and as text; how many. Nothing is sent. */
export async function previewMails(settings: Settings, publicUrl: string, folder: string): Promise<number> {
  const mails = Object.entries(sampleMails(settings, publicUrl))
  await mkdir(folder, { recursive: true })
  for (const [name, { html, text }] of mails) {
    await writeFile(join(folder, `${name}.html`), html)
    await writeFile(join(folder, `${name}.txt`), text)
  }
  return mails.length
}

/** A mail of every kind: one that is forgotten here does not compile. */
export function sampleMails(settings: Settings, publicUrl: string): Record<MailName, Mail> {
  const shop = settings.get('shop_name')
  const user = { email: 'ana@example.com', first_name: 'Ana' }
  const link = (path: string) => `${publicUrl}${path}/sample`
  const changed = (change: 'order_paid' | 'order_completed' | 'order_canceled') =>
    orderChangedMail(change, sampleOrder, settings, publicUrl)
  return {
    set_password: setPasswordMail(shop, user, link('/password/reset')),
    added_by_sponsor: addedMail(shop, user, { first_name: 'Hana', last_name: 'Park' }, link('/password/reset')),
    reset_password: resetPasswordMail(shop, user.email, link('/password/reset'), settings.get('reset_link_minutes')),
    email_changed: emailChangedMail(shop, user.email, link('/email/undo')),
    prove_email: proveEmailMail(shop, user.email, link('/email/prove')),
    order_placed: orderPlacedMail(sampleOrder, settings, publicUrl),
    order_received: orderReceivedMail(sampleOrder, settings, publicUrl, 'shop@example.com'),
    order_paid: changed('order_paid'),
    order_completed: changed('order_completed'),
    order_canceled: changed('order_canceled'),
    comment_reply: replyMail(shop, sampleReply, `${publicUrl}/posts/1`),
  }
}

const sampleReply = {
  email: 'ana@example.com',
  reader_first_name: 'Ana',
  first_name: 'Hana',
  last_name: 'Park',
  title: 'A bond service in forty minutes',
  content: 'We leave it on for ten minutes.\nFive are enough on fine hair.',
}

const sampleOrder: PlacedOrder = {
  id: 100_001,
  status: 'processing',
  type: 'D',
  created_at: '2026-03-02T15:00:00.000Z',
  order_total: 240.4,
  sub_total: 228,
  shipping_price: 7.9,
  insurance: 4.5,
  tax: 0,
  pv: 220,
  shipping_description: 'Ground: Arrives 2-4 Days',
  first_name: 'Ana',
  last_name: 'Reyes',
  user_email: 'ana@example.com',
  phone_number: '(201) 555-0100',
  comments: 'Please ring at the back door.',
  products: [{ id: 1, name: 'Keratin Repair Masque', image: null, quantity: 6, price: 38, total_price: 228 }],
  addresses: [
    {
      first_name: 'Ana',
      last_name: 'Reyes',
      phone_number: '(201) 555-0100',
      address_1: '1 Main Street',
      address_2: '',
      city: 'Englewood',
      state: 'NJ',
      zip: '07631',
      full_address: 'Ana Reyes<br>1 Main Street<br>Englewood, NJ 07631',
    },
  ],
  payment: { payment_type: 'quickpay', card_holder_name: null, card_type: null, card_number: null },
  url: '/orders/100001?key=sample',
}
