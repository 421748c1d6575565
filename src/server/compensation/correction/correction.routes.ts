import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import {
  correctionsCall,
  previewCorrectionCall,
  proposeCorrectionCall,
  proposedCorrectionCall,
} from '#contract/compensation/corrections.ts'
import { month as monthOf } from '#domain/calendar/month.ts'
import { toCents } from '#domain/money/money.ts'
import { notFound, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { countProposed, findProposedPayload } from '#server/identity/staff/find-open-approval.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { NetworkServices } from '../live/live-network.ts'
import { CORRECTION_ACTION, correctBonus, parsePayload } from './correct-bonus.ts'
import { correctionProblem } from './correction.errors.ts'
import { listCorrections } from './list-corrections.ts'
import type { CorrectionInput } from './plan-correction.ts'
import { presentCorrection, presentPreview } from './present-correction.ts'
import { previewCorrection } from './preview-correction.ts'

const PAGE = 50

/** Bonus corrections: preview, proposal, and the list of booked ones (docs/back-office §5). */
export function correctionRoutes(app: FastifyInstance, services: NetworkServices): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)
  const buildPreview = async (input: CorrectionInput) => {
    const previewed = await previewCorrection(services, input)
    if (!previewed.ok) throw correctionProblem(previewed.refusal)
    return presentPreview(previewed)
  }

  serve(app, correctionsCall, permitted(correctionsCall), async ({ query: { month, member_id, order, after } }) => {
    const filter = {
      month: month === undefined ? undefined : monthOf(month),
      memberId: member_id as UserId | undefined,
      orderNo: order,
      after,
    }
    const [{ rows, next }, proposedCount] = await Promise.all([
      listCorrections(db, { ...filter, limit: PAGE }),
      countProposed(db, CORRECTION_ACTION),
    ])
    return { data: rows.map(presentCorrection), next: next ?? null, waiting: proposedCount }
  })

  serve(app, previewCorrectionCall, permitted(previewCorrectionCall), ({ body }) =>
    buildPreview(readCorrectionInput(body)),
  )

  serve(app, proposeCorrectionCall, permitted(proposeCorrectionCall), async ({ body, caller: { actor } }) => {
    const input = readCorrectionInput(body)
    const expectedVersion = body.expected_version
    const corrected = await inTransaction(db, (trx) => correctBonus(trx, actor, input, { expectedVersion }))
    if (!corrected.ok) {
      if (corrected.refusal.code !== 'stale') throw correctionProblem(corrected.refusal)
      throw problem('stale', 'Someone else changed what this correction depends on.', {
        current: await buildPreview(input),
      })
    }
    return corrected.passed
      ? { correction_id: corrected.correctionId, approval_id: null, voided: false, month: corrected.month }
      : { correction_id: null, approval_id: corrected.approvalId, voided: corrected.voided, month: corrected.month }
  })

  serve(app, proposedCorrectionCall, permitted(proposedCorrectionCall), async ({ query: { approval_id } }) => {
    const payload = await findProposedPayload(db, CORRECTION_ACTION, approval_id)
    if (payload === undefined) throw notFound()
    return buildPreview(parsePayload(payload))
  })
}

function readCorrectionInput(body: z.infer<typeof previewCorrectionCall.body>): CorrectionInput {
  return {
    memberId: body.member_id as UserId,
    concerns: monthOf(body.corrected_month),
    bonus: body.bonus,
    amountCents: toCents(body.amount),
    orderNo: body.order_no || undefined,
    reason: body.reason,
  }
}
