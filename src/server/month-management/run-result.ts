import * as z from 'zod/mini'
import { Warning } from '#contract/admin-network.ts'

const Change = z.object({ memberId: z.int(), beforeCents: z.int(), nowCents: z.int() })

/** What a preview found, as it is kept with its run. Cents. */
export const PreviewResult = z.object({
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
export type PreviewResult = z.infer<typeof PreviewResult>
