import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { instant, optionalText, personName, requiredText } from '#contract/base/fields.ts'
import { pageMessages } from '#contract/base/page-messages.ts'
import { SecondFactorSetUp } from '#contract/customers/second-factor.ts'
import { PasswordChange } from '#contract/customers/sign-in.ts'
import { roles } from '#contract/permissions.ts'

const CODE_LIMIT = 40
const NAME_LIMIT = 100
const code = requiredText(pageMessages.codeRequired, CODE_LIMIT)

/** The caller's staff account. */
export const StaffProfile = z.object({
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  two_factor: z.boolean(),
  /** Whether their role, or the setting staff_second_factor, requires it. */
  two_factor_required: z.boolean(),
  recovery_codes_left: z.int(),
  /** Active sessions, latest first. */
  sessions: z.array(
    z.object({
      signed_in_at: instant,
      last_used_at: instant,
      /** The session of this request. */
      current: z.boolean(),
    }),
  ),
  /** Sign-ins including refused ones, latest first. */
  sign_ins: z.array(
    z.object({
      at: instant,
      event: z.enum(['signed_in', 'signed_out', 'sign_in_failed']),
      /** The IP address. */
      from: z.nullable(z.string()),
    }),
  ),
})
export type StaffProfile = z.infer<typeof StaffProfile>

export const ownProfileCall = defineAdminCall('ownProfile', {
  summary: 'Retrieves the signed-in staff account with its sessions and latest sign-ins',
  responses: { 200: StaffProfile },
  errors: [401],
})
export const changeOwnNameCall = defineAdminCall('changeOwnName', {
  summary: 'Changes the name of the signed-in staff member',
  body: z.object({
    name: personName('Enter your name.').check(z.maxLength(NAME_LIMIT)),
  }),
  responses: { 200: StaffProfile },
  errors: [401, 403, 422],
})
export const changeOwnPasswordCall = defineAdminCall('changeOwnPassword', {
  summary: 'Changes the password, given the current one; ends all other sessions and password links',
  body: PasswordChange,
  responses: { 200: StaffProfile },
  errors: [401, 403, 422],
})
export const endOtherSignInsCall = defineAdminCall('endOtherSignIns', {
  summary: 'Ends all other sessions of the account',
  responses: { 200: StaffProfile },
  errors: [401, 403],
})
export const startOwnFactorCall = defineAdminCall('startOwnFactor', {
  summary: 'Starts the setup of an authenticator app; an existing one stays valid until the new one is confirmed',
  freshProof: true,
  body: z.object({
    /** A code of the current app, or a recovery code; empty if there is none. */
    code: optionalText(CODE_LIMIT),
  }),
  responses: {
    200: z.object({
      set_up: SecondFactorSetUp,
      /** Repeated in the confirmation; valid for 15 minutes. */
      renewal: z.string(),
    }),
  },
  errors: [401, 403, 422],
})
export const confirmOwnFactorCall = defineAdminCall('confirmOwnFactor', {
  summary: 'Activates the new app, ends all other sessions and returns new recovery codes once',
  freshProof: true,
  body: z.object({ renewal: z.string().check(z.maxLength(500)), code }),
  responses: { 200: z.object({ recovery_codes: z.array(z.string()) }) },
  errors: [401, 403, 422],
})
export const newRecoveryCodesCall = defineAdminCall('newRecoveryCodes', {
  summary: 'Creates new recovery codes, returned once; earlier codes stop working',
  freshProof: true,
  body: z.object({ code }),
  responses: { 200: z.object({ recovery_codes: z.array(z.string()) }) },
  errors: [401, 403, 422],
})
