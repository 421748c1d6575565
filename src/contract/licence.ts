import * as z from 'zod/mini'
import { licenceNumber } from '#domain/account/licence.ts'
import { defineCall } from './call.ts'
import { requiredText } from './fields.ts'
import { formMessages } from './form-messages.ts'

export const LICENCE_STATUSES = ['none', 'submitted', 'approved', 'refused'] as const

export const Licence = z.object({
  /** Empty as long as neither a state nor an address is known. */
  licence_state: z.string(),
  /** As it was typed. */
  cosmetology_id: z.string(),
  status: z.enum(LICENCE_STATUSES),
  /** Why it was refused; may be empty. */
  reason: z.string(),
  /** Whether the shop approves licences; if so, changing the licence makes the account Pending again. */
  approval: z.boolean(),
})
export type Licence = z.infer<typeof Licence>

export const NewLicence = z.object({
  licence_state: requiredText(formMessages.stateRequired),
  cosmetology_id: requiredText(formMessages.cosmetologyIdRequired).check(
    z.refine((typed) => licenceNumber(typed) !== '', formMessages.cosmetologyIdRequired),
  ),
})
export type NewLicence = z.infer<typeof NewLicence>

export const licenceCall = defineCall('licence', {
  summary: 'The own licence and whether it is approved',
  responses: { 200: Licence },
  errors: [401],
})
export const saveLicenceCall = defineCall('saveLicence', {
  summary: 'Changes the own licence, which is not approved then',
  body: NewLicence,
  responses: { 200: Licence },
  errors: [401, 403, 422],
})
