import { expect, it } from 'vitest'
import type { AdminReadName, AdminWriteName } from '#contract/admin-call-paths.ts'
import { affectedBy } from './affected-reads.ts'

const isAffected = (write: AdminWriteName, read: AdminReadName) => affectedBy(write)({ queryKey: [read] as never })

it.each<[AdminWriteName, AdminReadName]>([
  ['bookPayment', 'managedOrder'],
  ['bookPayment', 'dashboard'],
  ['packOrder', 'stock'],
  ['changeSetting', 'unpaidOrders'],
  ['hidePost', 'managedComments'],
  ['saveView', 'staffViews'],
  ['sendNewsletter', 'mails'],
  ['saveNewsletter', 'newsletter'],
  ['addStaff', 'dashboard'],
  ['previewMonth', 'months'],
])('%s makes the page ask %s again', (write, read) => expect(isAffected(write, read)).toBe(true))

it.each<[AdminWriteName, AdminReadName]>([
  ['saveView', 'managedOrders'],
  ['hidePost', 'managedOrders'],
  ['saveNewsletter', 'stock'],
  ['previewReturn', 'managedOrder'],
  ['quoteStaffOrder', 'dashboard'],
])('%s leaves %s alone', (write, read) => expect(isAffected(write, read)).toBe(false))

it('leaves queries alone that no call answers', () => {
  expect(affectedBy('saveNewsletter')({ queryKey: ['mail preview', '{}'] as never })).toBe(false)
})
