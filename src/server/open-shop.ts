import { openProductSchedule } from './catalog/apply-scheduled-changes.ts'
import { workOnBulkRuns } from './catalog/editing/bulk-run.jobs.ts'
import { workOnImportPictures } from './catalog/product-file/import-picture.jobs.ts'
import { workOnProductImports } from './catalog/product-file/product-import.jobs.ts'
import { cleanShop } from './clean-shop.ts'
import { connectToLiveRole } from './compensation/live/connect-to-live-role.ts'
import { type NetworkServices, openLiveNetwork } from './compensation/live/live-network.ts'
import { getLiveSocketPath } from './compensation/live/live-socket.ts'
import { workOnMonthRuns } from './compensation/months/month-run.jobs.ts'
import { workOnPayoutEmails } from './compensation/payouts/payout-emails.jobs.ts'
import { loadBrand } from './content/brand/load-brand.ts'
import { openContentSchedule } from './content/documents/content-schedule.jobs.ts'
import { processLicenseJobs } from './customers/license.jobs.ts'
import { type AccountServices, makeSessions, SESSIONS_CHANGED } from './customers/session-cache.ts'
import { fillEmptyShop } from './demo/fill-empty-shop.ts'
import { makeDropChanged } from './http/pages/drop-changed.ts'
import type { ReadyPage } from './http/pages/make-pages.ts'
import { makePageCache } from './http/pages/page-cache.ts'
import type { CachingServices } from './http/pages/serve-cached.ts'
import { openAuditSealer, prepareMonths } from './identity/audit/audit-sealer.ts'
import { queueApprovalEmails } from './identity/staff/approval-emails.ts'
import { executeDueResets } from './identity/staff/reset-staff.ts'
import { processNewsletters } from './mail/newsletters/newsletter.jobs.ts'
import { processEmails, type Warn } from './mail/outbox/mail.jobs.ts'
import { registerStatusJob } from './operations/status/status.jobs.ts'
import { registerVerifyJob } from './operations/verify/verify.jobs.ts'
import { indexOrderWords } from './orders/admin/index-order-words.ts'
import { processUnpaidOrders } from './orders/overdue/unpaid.jobs.ts'
import { processDueCompletions } from './orders/payments/complete-due.jobs.ts'
import type { Config } from './platform/config.ts'
import { makeSealer } from './platform/crypto/sealer.ts'
import { makeSigner } from './platform/crypto/signer.ts'
import { watchChanges } from './platform/database/changes.ts'
import type { Connection } from './platform/database/connection.ts'
import { migrate } from './platform/database/migrate.ts'
import { inTransaction } from './platform/database/transaction.ts'
import type { FileStore } from './platform/files/file-store.ts'
import { openFiles } from './platform/files/open-files.ts'
import { startJobs } from './platform/jobs/jobs.ts'
import { openSettings } from './platform/settings/settings.ts'
import { openTracing } from './platform/tracing/open-tracing.ts'
import { openPostSchedule } from './posts/publish-scheduled-posts.ts'
import { completeErasedList } from './privacy/erased-list.ts'
import { workOnErasures } from './privacy/erasures.jobs.ts'
import { workOnTodo } from './reporting/dashboard/todo.jobs.ts'
import { beginSetup } from './setup/begin-setup.ts'

/** Everything that the modules receive; each uses the part that its type names. */
export type ShopServices = AccountServices & NetworkServices & CachingServices

export type Shop = { services: ShopServices; startWork(): Promise<void>; close(): Promise<void> }

/**
 * Migrates the database, seeds an empty one with the demo shop or begins its setup, and creates the services that the modules need. Several
 * processes of one shop may run it at the same time.
 */
export async function openShop(
  config: Config,
  env: NodeJS.ProcessEnv,
  connection: Connection,
  onError: (error: unknown) => void,
  warn: Warn,
): Promise<Shop> {
  try {
    const files = await openFiles(config)
    await migrate(connection, undefined, { onWaiting: (message, migration) => warn({ migration }, message) })
    await prepareMonths(connection.db)
    if (config.demo) await fillEmptyShop(connection, config, new Date())
    else await inTransaction(connection.db, beginSetup)
    return await createShop(config, env, connection, files, onError, warn)
  } catch (error) {
    await connection.close()
    throw error
  }
}

async function createShop(
  config: Config,
  env: NodeJS.ProcessEnv,
  connection: Connection,
  files: FileStore,
  onError: (error: unknown) => void,
  warn: Warn,
): Promise<Shop> {
  const { db } = connection
  const onDayEnded = ({ day, number, seal }: { day: string; number: number; seal: Buffer }) =>
    warn({ day, number, seal: seal.toString('hex') }, 'last seal of the audit log that day')
  const isWorker = config.role !== 'web'
  const tracing = await openTracing(config, (message) => warn({}, message))
  if (tracing) (await import('./platform/database/trace-statements.ts')).traceStatements(connection.pool, tracing)
  const jobsOptions = { schedules: isWorker, othersQueue: config.role === 'worker', tracing }
  const [settings, jobs] = await Promise.all([
    openSettings(db, env, () => loadBrand({ db, files, config })),
    startJobs(connection, onError, jobsOptions),
  ])
  const pageCache = makePageCache<ReadyPage>(config.pageCacheBytes)
  const network =
    config.role === undefined
      ? openLiveNetwork(connection, onError)
      : connectToLiveRole(getLiveSocketPath(config), connection, onError)
  const signer = makeSigner(config.secret, config.secretPrevious)
  const sessions = makeSessions(db)
  const services: ShopServices = {
    config,
    connection,
    db,
    settings,
    sessions,
    jobs,
    files,
    network,
    pageCache,
    signer,
    tracing,
  }
  const auditSealer = openAuditSealer(db, makeSealer(config.secret, config.secretPrevious), onDayEnded, onError)
  const wordIndex = indexOrderWords(db, onError)
  const productSchedule = openProductSchedule(db, onError)
  const postSchedule = openPostSchedule(db, onError)
  const contentSchedule = openContentSchedule(db, onError)
  const dropChanged = makeDropChanged(services, onError)
  const changes = await watchChanges(connection, (tags) => {
    if (tags === 'all' || tags.includes(SESSIONS_CHANGED)) sessions.forgetAll()
    dropChanged(tags)
  })
  return {
    services,
    async startWork() {
      if (!isWorker) return
      await completeErasedList(db, config.erasedList)
      await processEmails(services, warn)
      await processUnpaidOrders(services)
      await processDueCompletions(services)
      await processLicenseJobs(services)
      network.start()
      auditSealer.start()
      wordIndex.start()
      productSchedule.start()
      postSchedule.start()
      contentSchedule.start()
      await workOnTodo(services)
      await registerStatusJob(services)
      await registerVerifyJob(services)
      await workOnErasures(services)
      await workOnPayoutEmails(services)
      await workOnMonthRuns(services)
      await workOnBulkRuns(services)
      await workOnProductImports(services)
      await workOnImportPictures(services)
      await processNewsletters(services)
      await jobs.work('staff_resets', () => inTransaction(db, (trx) => executeDueResets(trx, services)))
      await jobs.work('approval_mails', () => inTransaction(db, (trx) => queueApprovalEmails(trx, services)))
      await jobs.work('clean', () => cleanShop(services))
    },
    async close() {
      await changes.close()
      await auditSealer.close()
      await wordIndex.close()
      await productSchedule.close()
      await postSchedule.close()
      await contentSchedule.close()
      await network.close()
      await jobs.stop()
      await connection.close()
      await tracing?.close()
    },
  }
}
