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
 * Routes, commands and jobs open transactions; routes, `send-` and `errors` files know HTTP. The rest are use cases
 * and their helpers.
 */
const OPENS_TRANSACTIONS = /\.routes\.ts$|\.jobs\.ts$|^cli\//
const KNOWS_HTTP = /\.routes\.ts$|\.errors\.ts$|\/send-[a-z-]+\.ts$/
/** Infrastructure, not features: requests, pages and queries. */
const INFRASTRUCTURE = /^(?:http|platform\/database)\//

const files = sources
  .filter((file) => /^src\/server\/[^/]+\//.test(file))
  .map((file) => file.slice('src/server/'.length))
  .filter((file) => !INFRASTRUCTURE.test(file))
const filesMatching = (pattern: RegExp, except: RegExp) =>
  files.filter((file) => !except.test(file) && pattern.test(read(`src/server/${file}`))).sort()

/** Each documents this in its doc comment. */
const transactionExceptions = {
  'cart/add-to-cart.ts': 'one statement alone; behind a lock where someone else changes the same cart',
  'compensation/close/close-month.ts': 'computes a month, which takes minutes, between short transactions',
  'compensation/close/preview-month.ts': 'computes a month between two reads of the feed, and writes nothing',
  'compensation/months/execute-month-run.ts': 'a job: one short transaction to begin, one to end, minutes between',
  'mail/newsletters/send-newsletter.ts':
    'a job: records small batches of emails before sending, and their outcome afterward',
  'catalog/product-file/import-products.ts': 'stages a file of any size before the one transaction that merges it',
  'catalog/product-file/read-product-import.ts': 'a job: stages a file in slices, and records the outcome at the end',
  'catalog/product-file/compare-product-import.ts': 'compares any number of rows in slices, and counts them at the end',
  'catalog/product-file/receive-product-import.ts': 'stores the file before the transaction that records it',
  'demo/close-demo-months.ts': 'closes one month after another',
  'demo/seed-order-states.ts': 'performs staff actions one after another',
  'demo/seed-demo-shop.ts': 'copies images and hashes passwords first, closes months afterward',
  'identity/credentials/limit.ts': 'an attempt is counted whatever the outcome of the call',
  'identity/audit/send-export.ts': 'an export is recorded before its first row is read',
  'identity/audit/audit-sealer.ts': 'a loop: one short transaction for each slice of entries',
  'orders/returns/preview-return.ts': 'queries the in-memory months between reading and booking',
  'compensation/correction/preview-correction.ts': 'queries the in-memory months after reading its inputs',
  'orders/returns/return-goods.ts': 'previews, then books the previewed result in one transaction',
  'identity/staff/record-refusal.ts': 'records refusals, and the call has no transaction',
  'customers/read-only-sessions.ts': 'records refusals, and the call has no transaction',
  'identity/staff/staff-emails.ts': 'a step of the mail job: commits the link before sending its email',
  'customers/account-emails.ts': 'a step of the mail job: commits the link before sending its email',
  'network/bulk-change.ts': 'the one transaction of an import, on the connection that holds the staged rows',
  'content/uploads/sweep-files.ts': 'a job: one short transaction for each file',
}
const httpExceptions = {
  'compensation/live/connect-to-live-role.ts':
    'a service: an unavailable live role is an outage, 503; it is queried by HTTP over a socket',
  'compensation/live/serve-live-role.ts': 'not part of the shop: other processes of the machine query it over a socket',
  'compensation/live/live-network.ts': 'a service: a month that is not loaded in time is an outage, 503',
  'customers/caller.ts': 'identifies the sender of a request by its cookies',
  'customers/current-password.ts': 'called by routes before the transaction: counts, then hashes, or throws 401',
  'identity/credentials/limit.ts': 'called by routes before the transaction: counts, or throws 429',
  'customers/signed-in.ts': 'a policy',
  'customers/read-only-sessions.ts': 'a policy for all requests except reads',
  'identity/staff/find-staff.ts': 'a policy',
  'identity/staff/permission-policy.ts': 'a policy',
  'identity/staff/record-refusal.ts': 'what policies know about a request',
  'identity/staff/staff-cookie.ts': 'identifies the sender of a request by its cookies',
  'content/uploads/receive-upload.ts': 'the only entry point for uploads: reads the body of a request',
  'content/redirects/redirect-former-urls.ts': 'responds to requests for pages that are not found',
  'platform/files/s3-store.ts': 'queries a file store and never sends a response',
  'platform/public-fetch/fetch-public-file.ts': 'queries public servers and never sends a response',
  'platform/abort-on-disconnect.ts': 'watches the connection of a response for the queues of slow work',
}

describe('use cases', () => {
  it('receive their transaction', () => {
    expect(files.length).toBeGreaterThan(200)
    expect(filesMatching(/\b(?:inT|readInT)ransaction\b|\.transaction\(\)/, OPENS_TRANSACTIONS)).toEqual(
      Object.keys(transactionExceptions).sort(),
    )
  })

  it('know nothing of HTTP', () => {
    const httpImports = /from '(?:fastify|node:http)'|from '#server\/http\/|\.errors\.ts'/
    expect(filesMatching(httpImports, KNOWS_HTTP)).toEqual(Object.keys(httpExceptions).sort())
  })

  it('are how routes and commands write: of queries they use only reads', () => {
    const importedNames = files
      .filter((file) => /\.routes\.ts$|^cli\//.test(file))
      .flatMap((file) => [...read(`src/server/${file}`).matchAll(/import \{([^{}]+)\} from '[^']+\.queries\.ts'/g)])
      .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
    expect(importedNames.length).toBeGreaterThan(5)
    expect(importedNames.filter((name) => !/^(?:type |find|is[A-Z]|[A-Z_]+$|$)/.test(name))).toEqual([])
  })

  it('refuse in one way, declared once', () => {
    const declaringFiles = sources.filter((file) => /\bok: false\b/.test(read(file)))
    expect(declaringFiles).toEqual(['src/domain/result.ts'])
  })
})
