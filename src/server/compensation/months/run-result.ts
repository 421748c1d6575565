import * as z from 'zod/mini'
import { Warning } from '#contract/compensation/network.ts'
import type { Month } from '#domain/calendar/month.ts'
import type { Cents } from '#domain/money/money.ts'
import { buildClosePreview } from '#server/compensation/close/close-month-by-staff.ts'
import type { Preview } from '#server/identity/staff/consume-approval.ts'

const Change = z.object({ memberId: z.int(), beforeCents: z.int(), nowCents: z.int() })

/** Result of a preview as stored with its run, in cents. */
const StoredPreview = z.object({
  /** Stored under this name since the first release. */
  seen: z.int(),
  payees: z.int(),
  minimumPayoutCents: z.int(),
  planVersion: z.int(),
  inputsHash: z.string(),
  sums: z.object({
    members: z.int(),
    orders: z.int(),
    lines: z.int(),
    totalSalesCents: z.int(),
    salesBonusCents: z.int(),
    levelBonusCents: z.int(),
    payableCents: z.int(),
    keptCents: z.int(),
  }),
  up: z.array(Change),
  down: z.array(Change),
  warnings: z.array(Warning),
})
export type PreviewResult = Omit<z.infer<typeof StoredPreview>, 'seen'> & {
  /** The latest change of the network that the preview may include. */
  networkVersion: number
}

export function readPreview(stored: unknown): PreviewResult {
  const { seen: networkVersion, ...result } = StoredPreview.parse(stored)
  return { ...result, networkVersion }
}

export const toStoredPreview = ({ networkVersion, ...result }: PreviewResult): z.infer<typeof StoredPreview> => ({
  ...result,
  seen: networkVersion,
})

/** Reports whether the preview used the current minimum payout: changing the setting does not change the network. */
export const usesMinimumPayout = ({ minimumPayoutCents }: PreviewResult, current: Cents): boolean =>
  minimumPayoutCents === current

/** Returns the previewed figures, which are approved and then compared with the close. */
export const toClosePreview = (month: Month, result: PreviewResult): Preview =>
  buildClosePreview(month, result.minimumPayoutCents, {
    sums: result.sums,
    planVersion: result.planVersion,
    inputsHash: Buffer.from(result.inputsHash, 'hex'),
  })
