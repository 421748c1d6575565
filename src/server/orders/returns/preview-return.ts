import { createHash } from 'node:crypto'
import type { Month } from '#domain/calendar/month.ts'
import { getLevelRow, getPlan } from '#domain/compensation/plan/plan.ts'
import type { Cents } from '#domain/money/money.ts'
import type { Result } from '#domain/result.ts'
import { type LiveMonths, previewReversal } from '#server/compensation/count/preview-reversal.ts'
import type { PreviewedMember } from '#server/compensation/live/preview-order.ts'
import { readPlans } from '#server/compensation/plan/plans.ts'
import { readInTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { type PreparedReturn, prepareReturn, type ReturnGoodsRefusal, type ReturnRequest } from './prepare-return.ts'
import { findMemberNames } from './return.queries.ts'

export type ReturnServices = Pick<Services, 'db' | 'jobs' | 'settings'> & { network: LiveMonths }

/** A member with their name and the names of their levels before and after, by the month's plan. */
type NamedMember = PreviewedMember & { name: string; levelNames: { before: string; after: string } }

/**
 * Changes made by a return, with amounts in cents (docs/back-office §3). A confirmation books exactly what was
 * previewed.
 */
export type ReturnPreview = {
  lines: PreparedReturn['lines']
  proposedCents: Cents
  creditedBeforeCents: Cents
  creditCents: Cents
  withheldCents: Cents
  parts: PreparedReturn['parts']
  /** Month in which the volume is reversed; undefined if the order is not counted. The volume may have no owner. */
  month: Month | undefined
  /** Undefined if no member's figures change. */
  network:
    | {
        month: Month
        cvCents: number
        pv: number
        members: NamedMember[]
        onlyGroupPv: number
      }
    | undefined
  /** The latest network change that the preview includes. */
  lastChange: number | undefined
  /** Hash of everything above that a return books; the confirmation must name it. */
  hash: string
}

/** Previews a return without booking it. Throws 503 while the month is not in memory. */
export async function previewReturn(
  { db, network }: Pick<ReturnServices, 'db' | 'network'>,
  request: ReturnRequest,
  now: Date,
): Promise<Result<{ preview: ReturnPreview }, ReturnGoodsRefusal>> {
  const result = await readInTransaction(db, (trx) => prepareReturn(trx, request, now))
  if (!result.ok) return result
  const { prepared } = result
  const networkPreview = await previewReversal(network, prepared.reverseVolume)
  const names = new Map(
    networkPreview
      ? (
          await findMemberNames(
            db,
            networkPreview.members.map(({ id }) => id),
          )
        ).map(({ id, name }) => [id as number, name])
      : [],
  )
  const { reverseVolume } = prepared
  const plan = reverseVolume && networkPreview && getPlan(await readPlans(db), reverseVolume.month)
  const levelName = (code: number): string => (plan ? getLevelRow(plan, code).name : '')
  const contents = {
    lines: prepared.lines,
    proposedCents: prepared.proposedCents,
    creditedBeforeCents: prepared.creditedBeforeCents,
    creditCents: prepared.creditCents,
    withheldCents: prepared.withheldCents,
    parts: prepared.parts,
    month: reverseVolume?.month,
    network:
      reverseVolume && networkPreview
        ? {
            month: reverseVolume.month,
            cvCents: reverseVolume.reversed.cvCents,
            pv: reverseVolume.reversed.pv,
            members: networkPreview.members.map((member) => ({
              ...member,
              name: names.get(member.id) ?? '',
              levelNames: { before: levelName(member.before.level), after: levelName(member.after.level) },
            })),
            onlyGroupPv: networkPreview.onlyGroupPv,
          }
        : undefined,
  }
  return { ok: true, preview: { ...contents, lastChange: networkPreview?.lastChange, hash: hashContents(contents) } }
}

const hashContents = (contents: unknown): string =>
  createHash('sha256').update(JSON.stringify(contents)).digest('base64url')
