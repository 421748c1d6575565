import type { FastifyInstance } from 'fastify'
import { eraseGuestCall, type Guest, previewGuestCall } from '#contract/privacy/admin-calls.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { lockEmails } from '#server/customers/lock-emails.ts'
import { type ProblemError, problem, toProblem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { eraseProblem } from './erase.errors.ts'
import { type EraseGuestRefusal, type ErasureResult, eraseGuest } from './erase-personal-data.ts'
import { completeErasedList } from './erased-list.ts'
import { presentGuest } from './present-guest.ts'
import { readGuest } from './read-guest.ts'
import { removeErasedFiles } from './remove-erased-files.ts'

const CHANGED = 'Something has changed. Nothing was erased. Check again.'
const OPEN = 'This guest still has open business. Nothing was erased.'

/** Lets staff export and erase the data of guests (docs/back-office §4). */
export function guestDataRoutes(app: FastifyInstance, services: Services): void {
  const { db, config, files } = services
  const { permitted } = makeStaffPolicies(services)
  const requireGuest = async (email: string): Promise<Guest> => {
    const guest = await readGuest(db, email)
    if (!guest) throw guestProblem({ code: 'not_found' })
    return presentGuest(guest)
  }

  serve(app, previewGuestCall, permitted(previewGuestCall), ({ body }) => requireGuest(body.email))

  serve(app, eraseGuestCall, permitted(eraseGuestCall), async ({ body, caller: { actor }, reply }) => {
    const result = await inTransaction(db, (trx) => erasePreviewedGuest(trx, actor, body))
    if (!result.ok) {
      if (result.refusal.code !== 'stale' && result.refusal.code !== 'open') throw guestProblem(result.refusal)
      reply.code(409)
      const detail = result.refusal.code === 'stale' ? CHANGED : OPEN
      return { ...toProblem(409), detail, guest: await requireGuest(body.email) }
    }
    await removeErasedFiles(files, config.dataDir, result.erased)
    await completeErasedList(db, config.erasedList)
    return { orders: result.erased.orders }
  })
}

type EraseGuestRequest = { email: string; reason: string; version: string; acknowledge_open: boolean }

/** Erases only the data that was previewed. */
async function erasePreviewedGuest(
  trx: Transaction,
  actor: Actor,
  { email, reason, version, acknowledge_open }: EraseGuestRequest,
): Promise<Result<{ erased: ErasureResult }, Refusal<'stale' | 'open'> | EraseGuestRefusal>> {
  await lockEmails(trx, [email])
  const guest = await readGuest(trx, email)
  if (!guest) return refuse({ code: 'not_found' })
  if (guest.memberId === null) {
    if (guest.version !== version) return refuse({ code: 'stale' })
    if (guest.open.orders.length + guest.open.balances.length > 0 && !acknowledge_open) return refuse({ code: 'open' })
  }
  return eraseGuest(trx, actor, email, reason)
}

function guestProblem(refusal: EraseGuestRefusal): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return problem(404, 'No orders found for this email.')
    case 'has_account':
      return problem(409, 'This email belongs to an account. Erase the member instead.')
    default:
      return eraseProblem(refusal)
  }
}
