import { expect, it } from 'vitest'
import { toCurrentSearch, toCurrentUrl } from './former-urls.ts'

it.each([
  ['/account/licence', '', '/account/license'],
  ['/admin/money/notices', '', '/admin/money/bank-transactions'],
  ['/admin/money/notices', 'sort=exact&state=open', '/admin/money/bank-transactions?match=exact&state=open'],
  [
    '/admin/network/suspicions',
    'month=2026-03&kind=expired_licence',
    '/admin/network/review-flags?month=2026-03&kind=expired_license',
  ],
  ['/admin/network/suspicions', 'kind=large_leg', '/admin/network/review-flags?kind=large_leg'],
  ['/admin/orders', 'waits=to_pack&search=a%26b', '/admin/orders?queue=to_pack&search=a%26b'],
  ['/admin/orders', 'waits=owed', '/admin/orders?queue=no_due_date'],
  ['/admin/money', 'tab=unpaid&which=owed', '/admin/money?tab=unpaid&filter=no_due_date'],
  ['/admin/members', 'only=licence', '/admin/members?only=license'],
  ['/admin/members', 'only=licence_expiring', '/admin/members?only=license_expiring'],
  ['/admin/members', 'only=licence_expired', '/admin/members?only=license_expired'],
  ['/admin/outbox', 'state=waiting', '/admin/outbox?state=queued'],
  ['/admin/outbox', 'state=tried_again', '/admin/outbox?state=retrying'],
  ['/admin/outbox', 'state=given_up', '/admin/outbox?state=failed'],
  ['/admin/audit', 'by=lee&day=2026-03-01', '/admin/audit?actor=lee&day=2026-03-01'],
  ['/admin/reports/rows', 'list=volume&what=came_back', '/admin/reports/rows?list=volume&row_kind=returned'],
  [
    '/admin/network/corrections/new',
    'member=5&concerns=2026-09',
    '/admin/network/corrections/new?member=5&corrected_month=2026-09',
  ],
])('%s?%s continues at %s', (path, search, current) => {
  expect(toCurrentUrl(path, search)).toBe(current)
})

it.each([
  ['/account/license', ''],
  ['/admin/orders', ''],
  ['/admin/orders', 'queue=to_pack&sort=total'],
  ['/admin/orders', 'search=100%25+silk&status=owed'],
  ['/admin/members', 'search=waits'],
  ['/packages', 'waits=owed'],
])('%s?%s is current', (path, search) => {
  expect(toCurrentUrl(path, search)).toBeUndefined()
  expect(toCurrentSearch(path, search)).toBe(search)
})
