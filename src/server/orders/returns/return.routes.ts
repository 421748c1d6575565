import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { confirmReturnCall, previewReturnCall, type ReturnInput } from '#contract/orders/returns.ts'
import { toCents } from '#domain/money/money.ts'
import type { NetworkServices } from '#server/compensation/live/live-network.ts'
import { notFound, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { ReturnRequest } from './prepare-return.ts'
import { presentReturn } from './present-return.ts'
import { previewReturn } from './preview-return.ts'
import { RETURN_DIFFERS, returnProblem } from './return.errors.ts'
import { findPositions } from './return.queries.ts'
import { returnGoods } from './return-goods.ts'

/** Previews returns of goods, then books exactly the preview (docs/back-office §3, Returns). */
export function returnRoutes(app: FastifyInstance, services: NetworkServices): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)
  const requirePositions = async (orderId: number) => {
    const positions = await findPositions(db, orderId)
    if (!positions) throw notFound()
    return positions
  }

  serve(app, previewReturnCall, permitted(previewReturnCall), async ({ body }) => {
    const positions = await requirePositions(body.order_id)
    const result = await previewReturn(services, readRequest(body, positions), new Date())
    if (!result.ok) throw returnProblem(result.refusal, positions)
    return presentReturn(body.order_id, result.preview, positions)
  })

  serve(app, confirmReturnCall, permitted(confirmReturnCall), async ({ body, caller: { actor } }) => {
    const positions = await requirePositions(body.order_id)
    const request = { ...readRequest(body, positions), preview: body.hash }
    const result = await returnGoods(services, actor, request, new Date())
    if (result.ok) {
      const preview = presentReturn(body.order_id, result.preview, positions)
      return { return_id: result.returnId, credit_note_number: result.creditNoteNumber ?? null, preview }
    }
    if (result.refusal.code !== 'stale') throw returnProblem(result.refusal, positions)
    const current = presentReturn(body.order_id, result.refusal.preview, positions)
    throw problem('stale', RETURN_DIFFERS, { current })
  })
}

/** Maps an unknown line to a position that does not exist. */
const readRequest = (
  { order_id, lines, reason, credit }: z.output<typeof ReturnInput>,
  positions: readonly number[],
): ReturnRequest => ({
  orderId: order_id,
  lines: lines.map(({ line, quantity, restock }) => ({ position: positions[line] ?? -1, quantity, restock })),
  reason,
  credit: credit && { cents: toCents(credit.amount), reason: credit.reason },
})
