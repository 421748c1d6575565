import * as z from 'zod/mini'
import { PrintedAddress } from './address.ts'
import { defineAdminCall } from './admin-call.ts'
import { optionalText } from './fields.ts'

const text = z.string()

const FoundMember = z.object({
  id: z.int(),
  member_no: text,
  first_name: text,
  last_name: text,
  email: text,
  phone_number: text,
  type: z.enum(['member', 'franchise']),
  status: z.enum(['pending', 'active', 'suspended', 'closed']),
  /** Where they have things sent, the first saved one first. */
  addresses: z.array(z.extend(PrintedAddress, { id: z.int() })),
})
export type FoundMember = z.infer<typeof FoundMember>

export const memberSearchCall = defineAdminCall('memberSearch', {
  summary:
    'Accounts whose name, email or phone number begins so, or with that member number; what is exact comes first',
  permission: 'members.read',
  query: z.object({ q: optionalText() }),
  responses: { 200: z.object({ members: z.array(FoundMember) }) },
  errors: [422],
})
