import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { instant, optionalLines } from '#contract/base/fields.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'

const text = z.string()
const MAX_CHARACTERS = 2_000
const params = z.object({ key: text.check(z.regex(/^[a-z_]{1,60}$/, shopMessages.malformed)) })

export const Setting = z.object({
  key: text,
  group: z.enum(['shop', 'counter', 'payment', 'orders', 'members', 'months', 'security']),
  name: text,
  description: text,
  /** The input control. */
  input: z.enum(['line', 'lines', 'amount', 'number', 'switch', 'choice', 'state']),
  /** Options of a choice; empty for other inputs. */
  choices: z.array(z.object({ value: text, label: text })),
  /** Describes valid values: follows 'must be'. */
  constraint: text,
  /** Human-readable value. */
  value: text,
  version: Version,
  default: text,
  /** An environment variable that overrides the stored value. */
  overridden: z.nullable(z.object({ variable: text, value: text })),
  /** Null if it has never been changed. */
  changed: z.nullable(z.object({ at: instant, by: text })),
})
export type Setting = z.infer<typeof Setting>

const SettingHistory = z.array(z.object({ id: z.int(), at: instant, by: text, from: text, to: text, reason: text }))
export type SettingHistory = z.infer<typeof SettingHistory>

export const settingsCall = defineAdminCall('settings', {
  summary: 'Lists settings with meaning, default and who changed them last',
  permission: 'settings.change',
  responses: { 200: z.object({ data: z.array(Setting) }) },
})
export const settingHistoryCall = defineAdminCall('settingHistory', {
  summary: 'Lists the latest changes of a setting, newest first',
  permission: 'settings.change',
  params,
  responses: { 200: z.object({ data: SettingHistory }) },
  errors: [404],
})
export const changeSettingCall = defineAdminCall('changeSetting', {
  summary: 'Updates a setting. Returns 409 with the current setting if it is no longer at the expected version',
  permission: 'settings.change',
  // Required because the settings include the shop's payment details.
  freshProof: true,
  params,
  body: z.object({
    /** Human-readable value. */
    value: z.string({ error: shopMessages.malformed }).check(z.maxLength(MAX_CHARACTERS, shopMessages.malformed)),
    expected_version,
    /** Required if a second approver is needed. */
    reason: optionalLines(500),
  }),
  responses: {
    /** Null if it was changed; otherwise the pending approval of a second person. */
    200: z.object({ approval_id: z.nullable(z.int()) }),
  },
  current: Setting,
  errors: [404, 409, 422],
})
