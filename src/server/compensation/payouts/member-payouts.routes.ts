import type { FastifyInstance } from 'fastify'
import { type MyPayouts, myPayoutsCall, savePayoutMethodCall } from '#contract/compensation/payouts.ts'
import { cents, toDollars } from '#domain/money/money.ts'
import { wrongPasswordProblem } from '#server/customers/account.errors.ts'
import { lockCredentials } from '#server/customers/credentials.ts'
import { createPasswordGuard } from '#server/customers/current-password.ts'
import type { AccountServices } from '#server/customers/session-cache.ts'
import { makeSignedInPolicy } from '#server/customers/signed-in.ts'
import { serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { methodProblem } from './payout.errors.ts'
import { findCarriedBalance, findChosenMethod, findMemberPayouts, findMemberYears } from './payout.queries.ts'
import { presentMemberPayout } from './present-payout.ts'
import { savePayoutMethod } from './save-payout-method.ts'

const PAGE = 24

/** Serves a member's payout method and the state of each payout (docs/back-office §5). */
export function memberPayoutRoutes(app: FastifyInstance, services: AccountServices, visitors: Visitors): void {
  const { db, jobs, sessions, settings } = services
  const signedIn = makeSignedInPolicy(sessions, visitors)
  const requirePassword = createPasswordGuard(services)

  serve(app, myPayoutsCall, signedIn, ({ query, caller: { user } }) => showPayouts(user.id, query.before))

  serve(app, savePayoutMethodCall, signedIn, async ({ body, caller: { user } }) => {
    const passwordHash = await requirePassword(user.id, body.current_password)
    const { kind, phone_number: phoneNumber, address_id: addressId } = body
    const saved = await inTransaction(db, async (trx) => {
      const credentials = await lockCredentials(trx, { id: user.id, passwordHash })
      return credentials.ok ? savePayoutMethod(trx, user.id, { kind, phoneNumber, addressId }, { jobs }) : credentials
    })
    if (!saved.ok) throw saved.refusal.code === 'sign_in_failed' ? wrongPasswordProblem() : methodProblem(saved.refusal)
    return showPayouts(user.id, undefined)
  })

  async function showPayouts(userId: UserId, before: string | undefined): Promise<MyPayouts> {
    const [chosen, rows, carried, years] = await Promise.all([
      findChosenMethod(db, userId),
      findMemberPayouts(db, userId, before, PAGE + 1),
      findCarriedBalance(db, userId),
      findMemberYears(db, userId),
    ])
    const page = rows.slice(0, PAGE)
    return {
      method: chosen
        ? {
            kind: chosen.kind,
            destination: chosen.destination,
            set_at: chosen.set_at.toISOString(),
            on_hold_until: chosen.on_hold_until > new Date() ? chosen.on_hold_until.toISOString() : null,
          }
        : null,
      carried: toDollars(carried.cents),
      carried_minimum: toDollars(carried.minimumCents ?? settings.get('minimum_payout')),
      minimum_payout: toDollars(settings.get('minimum_payout')),
      payouts: page.map(presentMemberPayout),
      next: rows.length > PAGE ? (page.at(-1)?.month ?? null) : null,
      years: years.map(({ year, paid_cents }) => ({ year, paid: toDollars(cents(paid_cents)) })),
    }
  }
}
