import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('..', import.meta.url)
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], {
  cwd: root.pathname,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')

/**
 * Routes, commands and jobs open transactions; routes, `send-` and `problems` files know HTTP. The rest are use cases
 * and their helpers.
 */
const OPENS = /\.routes\.ts$|\.jobs\.ts$|^command-line\//
const SPEAKS = /\.routes\.ts$|\.problems\.ts$|\/send-[a-z-]+\.ts$/
/** Infrastructure, not features: requests, pages and queries. */
const CARRIERS = /^(?:page|http|platform\/database)\//

const files = sources
  .filter((file) => /^src\/server\/[^/]+\//.test(file))
  .map((file) => file.slice('src/server/'.length))
  .filter((file) => !CARRIERS.test(file))
const matching = (pattern: RegExp, but: RegExp) =>
  files.filter((file) => !but.test(file) && pattern.test(read(`src/server/${file}`))).sort()

/** Each documents this in its doc comment. */
const spansTransactions = {
  'cart/add-to-cart.ts': 'one statement alone; behind a lock where somebody else changes the same cart',
  'compensation/close/close-month.ts': 'computes a month for minutes between short transactions',
  'compensation/close/preview-month.ts': 'computes a month between two looks at the feed, and writes nothing',
  'month-management/carry-out-run.ts': 'a job: one short transaction to begin, one to end, minutes between',
  'newsletter/send-newsletter.ts':
    'a job: each few mails are written down before they leave, and afterwards what became of them',
  'catalog/product-file/import-products.ts': 'stages a file of any size before the one transaction that merges it',
  'demo/close-demo-months.ts': 'closes one month after the other',
  'demo/seed-order-states.ts': 'does what staff do, one step after the other',
  'demo/seed-demo-shop.ts': 'copies pictures and hashes passwords first, closes months afterwards',
  'credentials/limit.ts': 'an attempt stays counted whatever becomes of the call',
  'audit/send-export.ts': 'what is taken out of the shop is written down before its first row is read',
  'audit/audit-sealer.ts': 'a loop: one short transaction for each slice of entries',
  'return/preview-return.ts': 'the months in memory are asked between reading and booking',
  'compensation/correction/preview-correction.ts': 'the months in memory are asked after what it rests on was read',
  'return/return-goods.ts': 'previews, and books in one transaction what was shown',
  'staff/record-refusal.ts': 'a refusal is recorded, and the call has no transaction',
  'account/refuse-changes-as.ts': 'a refusal is recorded, and the call has no transaction',
  'staff/staff-mails.ts': 'a step of the mail job: the link is committed before its mail leaves',
  'account/account-mails.ts': 'a step of the mail job: the link is committed before its mail leaves',
  'network/bulk-change.ts': 'the one transaction of an import, on the connection that holds the staged rows',
  'upload/sweep-files.ts': 'a job: one short transaction for each file',
}
const knowsHttp = {
  'compensation/live/ask-live-role.ts':
    'a service: a live role that is away is an outage, 503; it is asked by HTTP over a socket',
  'compensation/live/serve-live-role.ts': 'not of the shop: other processes of the machine ask it over a socket',
  'compensation/live/live-network.ts': 'a service: a month that is not in memory in time is an outage, 503',
  'account/caller.ts': 'reads who sends a request from its cookies',
  'account/current-password.ts': 'asked by routes before the transaction: counts, then hashes, or throws 401',
  'command-line/staff-orders.ts': 'takes the fields of calls, and so their sentences',
  'credentials/limit.ts': 'asked by routes before the transaction: counts, or throws 429',
  'account/signed-in.ts': 'a policy',
  'account/refuse-changes-as.ts': 'a policy of all requests but reads',
  'staff/find-staff.ts': 'a policy',
  'staff/permitted.ts': 'a policy',
  'staff/record-refusal.ts': 'what policies tell of a request',
  'staff/staff-cookie.ts': 'reads who sends a request from its cookies',
  'upload/receive-upload.ts': 'the one door for files: reads the body of a request',
  'platform/files/s3-store.ts': 'asks a store of files, and answers nobody',
  'platform/sender-gone.ts': 'watches the connection of a response for the queues of slow work',
}

describe('use cases', () => {
  it('receive their transaction', () => {
    expect(files.length).toBeGreaterThan(200)
    expect(matching(/\binTransaction\b|\.transaction\(\)/, OPENS)).toEqual(Object.keys(spansTransactions).sort())
  })

  it('know nothing of HTTP', () => {
    const http = /from '(?:fastify|node:http)'|from '#server\/http\/|\.problems\.ts'/
    expect(matching(http, SPEAKS)).toEqual(Object.keys(knowsHttp).sort())
  })

  it('are how routes and commands write: of queries they use only reads', () => {
    const taken = files
      .filter((file) => /\.routes\.ts$|^command-line\//.test(file))
      .flatMap((file) => [...read(`src/server/${file}`).matchAll(/import \{([^{}]+)\} from '[^']+\.queries\.ts'/g)])
      .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
    expect(taken.length).toBeGreaterThan(5)
    expect(taken.filter((name) => !/^(?:type |find|is[A-Z]|[A-Z_]+$|$)/.test(name))).toEqual([])
  })

  it('refuse in one way, declared once', () => {
    const declaring = sources.filter((file) => /\bok: false\b/.test(read(file)))
    expect(declaring).toEqual(['src/domain/result.ts'])
  })
})
