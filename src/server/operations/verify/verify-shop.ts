import { listVersionDifferences } from '#server/catalog/editing/list-version-differences.ts'
import { listUnreadableVersions } from '#server/content/documents/list-unreadable-versions.ts'
import { checkAuditChain } from '#server/identity/audit/check-chain.ts'
import type { Sealer } from '#server/platform/crypto/sealer.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { RowSource } from '#server/platform/database/copy-out.ts'
import { diskStore } from '#server/platform/files/disk-store.ts'
import { bankTransactionChecks } from './bank-transaction-checks.queries.ts'
import { cartChecks } from './cart-checks.queries.ts'
import { catalogChecks } from './catalog-checks.queries.ts'
import { countSubjects, MAX_LINES, runCheck } from './check.queries.ts'
import { checkAttachments } from './check-attachments.ts'
import { checkClosedMonths } from './check-closed-months.ts'
import { checkDueDate } from './check-due-date.ts'
import { checkFulfillment } from './check-fulfillment.ts'
import { checkOrderSums } from './check-order-sums.ts'
import { checkPaymentStates } from './check-payment-states.ts'
import { checkTree } from './check-tree.ts'
import { closedMonthChecks } from './closed-month-checks.queries.ts'
import { figureChecks } from './figure-checks.queries.ts'
import { ledgerChecks } from './ledger-checks.queries.ts'
import { networkChecks } from './network-checks.queries.ts'
import { newsletterChecks } from './newsletter-checks.queries.ts'
import { findOrderFigures, orderChecks } from './order-checks.queries.ts'
import { payoutChecks } from './payout-checks.queries.ts'
import { pointsChecks } from './points-checks.queries.ts'
import { postChecks } from './post-checks.queries.ts'
import { returnChecks } from './return-checks.queries.ts'
import { staffChecks } from './staff-checks.queries.ts'
import { stockChecks } from './stock-checks.queries.ts'
import { taxChecks } from './tax-checks.queries.ts'
import { findDueFigures, unpaidChecks } from './unpaid-checks.queries.ts'
import { findVersionFigures, versionChecks } from './version-checks.queries.ts'

export type VerifyResult = { findings: string[]; checked: string }

const SLICE = 1000
const checks = [
  ...catalogChecks,
  ...stockChecks,
  ...cartChecks,
  ...orderChecks,
  ...ledgerChecks,
  ...returnChecks,
  ...pointsChecks,
  ...networkChecks,
  ...closedMonthChecks,
  ...payoutChecks,
  ...postChecks,
  ...unpaidChecks,
  ...newsletterChecks,
  ...bankTransactionChecks,
  ...staffChecks,
  ...versionChecks,
  ...figureChecks,
  ...taxChecks,
]

/**
 * Checks every sum and reference of the database; returns each inconsistency as one line (docs/product §9). `sealer`
 * opens the keys of the audit log's payloads; without it their hashes are not compared. With a connection's `rows`, the
 * millions of rows of closed months are read by COPY.
 */
export async function verifyShop(
  db: Database,
  dataDir: string,
  onProgress: (line: string) => void = () => {},
  sealer?: Sealer,
  files = diskStore(dataDir),
  rows: RowSource = { db, engine: 'transaction' },
): Promise<VerifyResult> {
  const findings: string[] = []
  for (const check of checks) findings.push(...(await runCheck(db, check)))
  findings.push(...(await checkTree(db)))
  findings.push(...(await checkClosedMonths(rows)))
  findings.push(...(await listVersionDifferences(db)))
  findings.push(...(await listUnreadableVersions(db)))
  findings.push(...(await checkAttachments(db, files)))
  findings.push(...(await checkPaymentStates(db)))

  let orders = 0
  for await (const order of readInSlices((after, limit) => findOrderFigures(db, after, limit))) {
    findings.push(...checkOrderSums(order), ...checkFulfillment(order))
    if (++orders % SLICE === 0) onProgress(`${orders} orders checked`)
  }

  for await (const { versions } of readInSlices((after, limit) => findVersionFigures(db, after, limit))) {
    for (const { version, order } of versions) {
      findings.push(...checkOrderSums(order).map((finding) => `Version ${version}. ${finding}`))
    }
  }

  for await (const order of readInSlices((after, limit) => findDueFigures(db, after, limit))) {
    findings.push(...checkDueDate(order))
  }

  let errors = 0
  for await (const error of checkAuditChain(db, sealer, (entries) => onProgress(`${entries} audit entries checked`))) {
    if (++errors <= MAX_LINES) findings.push(error)
  }
  if (errors > MAX_LINES) findings.push(`… and ${errors - MAX_LINES} more of the audit log.`)

  const counts = await countSubjects(db)
  const subjects = [
    `${counts.products} products`,
    `${counts.packages} packages`,
    `${counts.carts} carts with ${counts.lines} lines`,
    `${orders} orders`,
    `${counts.members} members`,
    `${counts.months} closed months`,
    `${counts.countedOrders} counted orders with ${counts.bonusLines} bonus lines`,
  ].join(', ')
  const verdict = findings.length === 0 ? 'all agree' : 'not all agree'
  return { findings, checked: `Checked ${subjects}: ${verdict}.` }
}

/** Yields everything that `read` finds, slice by slice, in the order of IDs. */
async function* readInSlices<Row extends { id: number }>(read: (after: number, limit: number) => Promise<Row[]>) {
  let last = 0
  for (;;) {
    const slice = await read(last, SLICE)
    yield* slice
    const end = slice.at(-1)
    if (!end || slice.length < SLICE) return
    last = end.id
  }
}
