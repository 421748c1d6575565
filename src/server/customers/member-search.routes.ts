import type { FastifyInstance } from 'fastify'
import { memberSearchCall } from '#contract/customers/admin-calls.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { Services } from '#server/platform/services.ts'
import { findLicenseStatus } from './find-license.ts'
import { formatFullAddress } from './format-full-address.ts'
import { findStaffLicenseBlockMessage } from './license-block.ts'
import { searchMembers } from './search-members.ts'

/** Lets staff search for a member who calls or is at the counter (docs/back-office §3, Staff orders). */
export function memberSearchRoutes(app: FastifyInstance, services: Services): void {
  const { permitted } = makeStaffPolicies(services)

  serve(app, memberSearchCall, permitted(memberSearchCall), async ({ query }) => ({
    members: (await searchMembers(services.db, query.q)).map(({ addresses, ...member }) => ({
      ...member,
      license_block_reason: findStaffLicenseBlockMessage(
        services.settings.get('license_for_orders'),
        findLicenseStatus(member),
      ),
      addresses: addresses.map((address) => ({ ...address, full_address: formatFullAddress(address) })),
    })),
  }))
}
