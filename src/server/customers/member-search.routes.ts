import type { FastifyInstance } from 'fastify'
import { memberSearchCall } from '#contract/customers/admin-calls.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { Services } from '#server/platform/services.ts'
import { statusOfLicense } from './find-license.ts'
import { fullAddress } from './full-address.ts'
import { staffStopSentence } from './license-stop.ts'
import { searchMembers } from './search-members.ts'

/** Lets staff search for a member who calls or is at the counter (docs/back-office §3, Staff orders). */
export function memberSearchRoutes(app: FastifyInstance, services: Services): void {
  const { permitted } = makeStaffPolicies(services)

  serve(app, memberSearchCall, permitted(memberSearchCall), async ({ query }) => ({
    members: (await searchMembers(services.db, query.q)).map(({ addresses, ...member }) => ({
      ...member,
      license_block_reason: staffStopSentence(services.settings.get('license_for_orders'), statusOfLicense(member)),
      addresses: addresses.map((address) => ({ ...address, full_address: fullAddress(address) })),
    })),
  }))
}
