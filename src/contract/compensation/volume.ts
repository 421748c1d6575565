import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { monthText } from '#contract/base/admin-fields.ts'
import { dollars } from '#contract/base/fields.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { monthFields } from './network.ts'

const text = z.string()
/** Two decimals; null if there is no volume to take a share of. */
const percent = z.nullable(z.number())

/** Commissionable value; returns are negative. `contract/compensation/volume-labels.ts` describes each part. */
const parts = {
  volume: dollars,
  customers: dollars,
  customers_share: percent,
  personal: dollars,
  personal_share: percent,
  no_member: dollars,
  no_member_share: percent,
  returned: dollars,
  returned_share: percent,
  net: dollars,
}
const VolumeGroup = z.object({ id: z.int(), member_no: text, name: text, downline: z.int(), ...parts })
export type VolumeGroup = z.infer<typeof VolumeGroup>

/** Cursor: cents of volume, a dot, an id. */
const after = z.pipe(
  z.string().check(z.regex(/^\d{1,15}\.\d{1,9}$/, shopMessages.malformed)),
  z.transform((cursor) => {
    const [soldCents = 0, memberId = 0] = cursor.split('.').map(Number)
    return { soldCents, memberId }
  }),
)

/** Defaults to the current month. The server refuses months that have not begun. */
const month = z.optional(monthText)

export const volumeSharesCall = defineAdminCall('volumeShares', {
  summary:
    'Breaks down a month’s volume by customers, members’ personal orders and returns, in total and per group, largest first',
  permission: 'reports.read',
  query: z.object({
    month,
    /** The `next` of the previous page. */
    after: z.optional(after),
  }),
  responses: {
    200: z.object({
      ...monthFields,
      /** All orders, including those without a member; null for a month that was closed in an older system. */
      company: z.nullable(z.object(parts)),
      data: z.array(VolumeGroup),
      next: z.nullable(text),
    }),
  },
  errors: [422],
})

export const volumeSharesExportCall = defineAdminCall('volumeSharesExport', {
  summary: 'Exports the same figures of all groups as CSV',
  permission: 'reports.read',
  freshProof: true,
  query: z.object({ month }),
  responses: { 200: text },
  contentType: 'text/csv; charset=utf-8',
  errors: [422],
})
