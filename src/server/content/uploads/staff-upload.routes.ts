import type { FastifyInstance } from 'fastify'
import { staffUploadCall } from '#contract/content/staff-upload.ts'
import type { Receive } from '#server/http/serve.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { Services } from '#server/platform/services.ts'
import { servePictureUpload } from './picture-upload.routes.ts'

/** Serves POST /admin/upload: pictures of staff, counted like those of members. */
export function staffUploadRoutes(app: FastifyInstance, services: Services, receive: Receive): void {
  const policy = makeStaffPolicies(services).permitted(staffUploadCall)
  servePictureUpload(
    app,
    services,
    {
      call: staffUploadCall,
      policy,
      ownerOf: ({ id }) => ({ staffId: id }),
      record: (trx, { actor }, { name, bytes }) =>
        recordAction(trx, actor, {
          action: 'picture.uploaded',
          subject: { kind: 'picture', id: name },
          after: { bytes },
        }),
    },
    receive,
  )
}
