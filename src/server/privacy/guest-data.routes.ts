import type { FastifyInstance } from 'fastify'
import { eraseGuestCall, type Guest, previewGuestCall } from '#contract/privacy/admin-calls.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { lockEmails } from '#server/customers/lock-emails.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'
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
    if (!guest) throw guestProblem({ code: 'guest_not_found' })
    return presentGuest(guest)
  }

  serve(app, previewGuestCall, permitted(previewGuestCall), ({ body }) => requireGuest(body.email))

  serve(app, eraseGuestCall, permitted(eraseGuestCall), async ({ body, caller: { actor } }) => {
    const result = await inTransaction(db, (trx) => erasePreviewedGuest(trx, actor, body))
    if (!result.ok) {
      const { code } = result.refusal
      if (code !== 'stale' && code !== 'open_business') throw guestProblem({ code })
      throw problem(code, code === 'stale' ? CHANGED : OPEN, { current: await requireGuest(body.email) })
    }
    await removeErasedFiles(files, config.dataDir, result.erased)
    await completeErasedList(db, config.erasedList)
    return { orders: result.erased.orders }
  })
}

type EraseGuestRequest = { email: string; reason: string; expected_version: string; acknowledge_open: boolean }

/** Erases only the data that was previewed. */
async function erasePreviewedGuest(
  trx: Transaction,
  actor: Actor,
  { email, reason, expected_version, acknowledge_open }: EraseGuestRequest,
): Promise<Result<{ erased: ErasureResult }, Refusal<'stale' | 'open_business'> | EraseGuestRefusal>> {
  await lockEmails(trx, [email])
  const guest = await readGuest(trx, email)
  if (!guest) return refuse({ code: 'guest_not_found' })
  if (guest.memberId === null) {
    if (guest.version !== expected_version) return refuse({ code: 'stale' })
    if (guest.open.orders.length + guest.open.balances.length > 0 && !acknowledge_open)
      return refuse({ code: 'open_business' })
  }
  return eraseGuest(trx, actor, email, reason)
}

function guestProblem(refusal: EraseGuestRefusal): ProblemError {
  switch (refusal.code) {
    case 'guest_not_found':
      return problem(refusal.code, 'No orders or messages found for this email.')
    case 'email_has_account':
      return problem(refusal.code, 'This email belongs to an account. Erase the member instead.')
    default:
      return eraseProblem(refusal)
  }
}
