import type { FastifyInstance } from 'fastify'
import { setupCall } from '#contract/reporting/dashboard.ts'
import { emptyDemoCall, placeTestOrderCall } from '#contract/setup/admin-calls.ts'
import type { Refusal } from '#domain/result.ts'
import { staffOrderProblem } from '#server/checkout/staff-order.errors.ts'
import { makeStaffPricing } from '#server/checkout/staff-pricing.ts'
import type { NetworkServices } from '#server/compensation/live/live-network.ts'
import type { AccountServices } from '#server/customers/session-cache.ts'
import { keepSignIn } from '#server/demo/demo-sign-ins.ts'
import { fieldProblem, type ProblemError, problem } from '#server/http/errors.ts'
import type { CachingServices } from '#server/http/pages/serve-cached.ts'
import { serve } from '#server/http/serve.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { inTransaction, readInTransaction } from '#server/platform/database/transaction.ts'
import { listSetupSteps } from '#server/reporting/dashboard/list-first-steps.ts'
import { backUpDemo } from './back-up-demo.ts'
import { isDemoShop } from './empty-demo.queries.ts'
import { type EmptyDemoRefusal, emptyDemo } from './empty-demo.ts'
import { placeTestOrder } from './place-test-order.ts'

type ShopData = AccountServices & NetworkServices & CachingServices

/** Serves the steps of the setup that no other module has. */
export function setupRoutes(app: FastifyInstance, services: ShopData): void {
  const { db, config, settings } = services
  const { permitted } = makeStaffPolicies(services)

  serve(app, placeTestOrderCall, permitted(placeTestOrderCall), async ({ caller: { actor } }) => {
    const deps = { ...services, shop: makeStaffPricing(services) }
    const placed = await readInTransaction(db, (trx) => placeTestOrder(trx, actor, deps))
    if (!placed.ok) {
      throw placed.refusal.code === 'no_product_to_order'
        ? problem(placed.refusal.code, 'Add a product that is in stock first.')
        : staffOrderProblem(placed.refusal)
    }
    await inTransaction(db, (trx) =>
      recordAction(trx, actor, {
        action: 'setup.test_order_placed',
        subject: { kind: 'shop', id: 'setup' },
        after: { total: placed.order.order_total },
      }),
    )
    return { order: placed.order, stock: placed.stock, mail: placed.mail }
  })

  serve(app, setupCall, permitted(setupCall), async () => ({
    steps: await listSetupSteps(services),
    is_open: settings.get('open_to_visitors'),
    is_demo: await isDemoShop(db),
  }))

  serve(app, emptyDemoCall, permitted(emptyDemoCall), async ({ body, caller: { actor } }) => {
    if (config.role !== undefined) throw emptyProblem({ code: 'several_processes' })
    if (!(await isDemoShop(db))) throw emptyProblem({ code: 'not_a_demo_shop' })
    if (body.shop_name !== settings.get('shop_name')) throw emptyProblem({ code: 'shop_name_differs' })
    const backup = await backUpDemo(services, new Date())
    const emptied = await inTransaction(db, (trx) => emptyDemo(trx, actor, backup))
    if (!emptied.ok) throw emptyProblem(emptied.refusal)
    await forgetDemo(services, actor.email)
    return { backup: backup.file }
  })
}

function emptyProblem({ code }: EmptyDemoRefusal | Refusal<'several_processes' | 'shop_name_differs'>): ProblemError {
  switch (code) {
    case 'several_processes':
      return problem(code, 'Stop the store, start it as one process without ROLE and WEB_CONCURRENCY, and try again.')
    case 'not_a_demo_shop':
      return problem(code, 'This store has no demo data.')
    case 'shop_name_differs':
      return fieldProblem(code, 'shop_name', 'This isn’t the name of the store.')
  }
}

/** Drops everything about the demo that this process keeps in memory. */
async function forgetDemo(
  { config, settings, sessions, pageCache, network }: ShopData,
  ownerEmail: string,
): Promise<void> {
  await settings.reload()
  sessions.forgetAll()
  pageCache.invalidate('all')
  // Starts again with the next query.
  await network.close()
  await keepSignIn(config.dataDir, ownerEmail)
}
