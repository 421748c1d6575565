import * as z from 'zod/mini'
import { month as monthOf } from '#domain/calendar/month.ts'
import { refuse } from '#domain/result.ts'
import { lockAndCheckUnchanged } from '#server/compensation/close/preview-month.ts'
import type { ApprovableAction } from '#server/identity/staff/decide-approval.ts'
import { findOpenApproval } from '#server/identity/staff/find-open-approval.ts'
import type { Services } from '#server/platform/services.ts'
import { enqueueMonthRun } from './enqueue-month-run.ts'
import { findPreview } from './month-run.queries.ts'
import { readPreview, toClosePreview, usesMinimumPayout } from './run-result.ts'

/** `seen`, the network's version, is missing in proposals from older versions, and from the command line. */
const Payload = z.object({
  month: z.string(),
  seen: z.optional(z.int()),
  byApproval: z._default(z.boolean(), false),
})

/**
 * Closing a month takes minutes, so its approval only starts it. Changes since the preview are checked first, so that
 * nobody approves a proposal that is already void.
 */
export const approvableCloseMonth = ({ jobs, settings }: Pick<Services, 'jobs' | 'settings'>): ApprovableAction => ({
  action: 'month.close',
  compares: (payload) => Payload.parse(payload).byApproval,
  async preview(trx, payload) {
    const { month: monthText, seen: networkVersion } = Payload.parse(payload)
    const month = monthOf(monthText)
    const run = await findPreview(trx, month)
    if (!run || networkVersion === undefined) return undefined
    const result = readPreview(run.result)
    if (!(await lockAndCheckUnchanged(trx, month, networkVersion)).unchanged) return undefined
    if (!usesMinimumPayout(result, settings.get('minimum_payout'))) return undefined
    return toClosePreview(month, result)
  },
  async carryOut(trx, _approver, payload, reason) {
    const { month: monthText, byApproval } = Payload.parse(payload)
    if (!byApproval) return { ok: true, later: true }
    const month = monthOf(monthText)
    const openApproval = await findOpenApproval(trx, { action: 'month.close', subject: month, preview: {} })
    if (!openApproval) return refuse({ code: 'not_found' })
    const { id, email } = openApproval.proposedBy
    // Proposed on the command line, where the same command closes the month once approved.
    if (id === null) return { ok: true, later: true }
    const queued = await enqueueMonthRun(trx, { month, kind: 'close', by: email, byId: id, reason }, { jobs })
    return queued.ok ? { ok: true, later: true } : queued
  },
})
