import type { FastifyInstance } from 'fastify'
import {
  eraseMemberCall,
  type MemberErasure,
  memberArchiveCall,
  memberErasureCall,
} from '#contract/privacy/admin-calls.ts'
import { monthOf } from '#domain/calendar/month.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { eraseProblem } from './erase.errors.ts'
import { eraseMember, toOpenBusinessVersion } from './erase-member.ts'
import type { EraseRefusal } from './erase-personal-data.ts'
import { completeErasedList } from './erased-list.ts'
import { findErasure } from './erasure.queries.ts'
import { findMemberKeys, isKnownPerson } from './find-person.ts'
import { findOpenBusiness } from './open-business.queries.ts'
import { removeErasedFiles } from './remove-erased-files.ts'
import { sendArchive } from './send-archive.ts'

const OPEN = 'This member still has open business. Nothing was erased.'
const CHANGED = 'Something else is open now. Nothing was erased. Check again.'

/** Lets staff export and erase the data of members (docs/back-office §4). */
export function memberDataRoutes(app: FastifyInstance, services: Services): void {
  const { db, config, files } = services
  const { permitted } = makeStaffPolicies(services)
  const presentErasure = async (id: number): Promise<MemberErasure> => {
    const [erasure, open] = await Promise.all([findErasure(db, id), findOpenBusiness(db, id, monthOf(Date.now()))])
    return {
      open,
      requested_at: erasure?.requested_at.toISOString() ?? null,
      due_at: erasure?.due_at.toISOString() ?? null,
      done_at: erasure?.done_at?.toISOString() ?? null,
      version: toOpenBusinessVersion(open),
    }
  }
  const requirePerson = async (id: number): Promise<UserId> => {
    if (!(await isKnownPerson(db, id as UserId))) throw notFound()
    return id as UserId
  }

  serve(app, memberErasureCall, permitted(memberErasureCall), async ({ params }) =>
    presentErasure(await requirePerson(params.member_id)),
  )

  serve(app, memberArchiveCall, permitted(memberArchiveCall), async ({ params, caller: { actor }, reply }) => {
    const id = await requirePerson(params.member_id)
    await inTransaction(db, (trx) =>
      recordAction(trx, actor, { action: 'member.exported', subject: { kind: 'member', id } }),
    )
    return sendArchive(reply, db, files, await findMemberKeys(db, id))
  })

  serve(app, eraseMemberCall, permitted(eraseMemberCall), async ({ params, body, caller: { actor } }) => {
    const id = await requirePerson(params.member_id)
    const { reason, acknowledge_open: acknowledgeOpen, expected_version: expectedVersion } = body
    const request = { userId: id, reason, month: monthOf(Date.now()), acknowledgeOpen, expectedVersion }
    const result = await inTransaction(db, (trx) => eraseMember(trx, actor, request))
    if (!result.ok) {
      const { code } = result.refusal
      if (code !== 'open_business' && code !== 'stale') throw memberProblem({ code })
      throw problem(code, code === 'stale' ? CHANGED : OPEN, { current: await presentErasure(id) })
    }
    await removeErasedFiles(files, config.dataDir, result.erased)
    await completeErasedList(db, config.erasedList)
    return presentErasure(id)
  })
}

function memberProblem(refusal: EraseRefusal): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'already_erased':
      return problem(refusal.code, 'This member was already erased.')
    default:
      return eraseProblem(refusal)
  }
}
