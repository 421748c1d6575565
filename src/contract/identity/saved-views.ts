import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { requiredText, rowId } from '#contract/base/fields.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'

/** The lists that support views. */
const area = z.enum(['orders', 'products'], shopMessages.malformed)
export type ViewArea = z.infer<typeof area>

const NAME_LIMIT = 60
const QUERY_LIMIT = 2000
const name = requiredText('Enter a name.', NAME_LIMIT)
/** The query string of the list's URL: filters, sort and columns, as the page parses them. */
const query = z
  .string({ error: shopMessages.malformed })
  .check(z.maxLength(QUERY_LIMIT, shopMessages.malformed), z.regex(/^[\w%&=+.,:~*!'()@-]*$/, shopMessages.malformed))
/** Whether all staff see it; only managers may share. */
const shared = z.boolean({ error: shopMessages.malformed })

const StaffView = z.object({
  id: z.int(),
  area,
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  /** Whether it is personal, so that the viewer can change and delete it. */
  personal: z.boolean(),
  created_by: z.string(),
  version: Version,
})
export type StaffView = z.infer<typeof StaffView>

const viewParams = z.object({ view_id: rowId })
const viewResponses = { 200: StaffView }

export const staffViewsCall = defineAdminCall('staffViews', {
  summary: 'Lists the signed-in staff member’s views of a list by name, and shared ones',
  permission: 'views.save',
  query: z.object({ area }),
  responses: { 200: z.object({ views: z.array(StaffView) }) },
  errors: [422],
})
export const saveViewCall = defineAdminCall('saveView', {
  summary: 'Creates a view of a list under an unused name',
  permission: 'views.save',
  body: z.object({ area, name, query, shared: z._default(shared, false) }),
  responses: viewResponses,
  errors: [409, 422],
})
export const changeViewCall = defineAdminCall('changeView', {
  summary:
    'Updates a view’s name or query. Returns 409 with the current view if it is no longer at the expected version',
  permission: 'views.save',
  params: viewParams,
  body: z.object({ name: z.optional(name), query: z.optional(query), shared: z.optional(shared), expected_version }),
  responses: viewResponses,
  current: StaffView,
  errors: [404, 409, 422],
})
export const deleteViewCall = defineAdminCall('deleteView', {
  summary: 'Deletes a view of the signed-in staff member',
  permission: 'views.save',
  params: viewParams,
  responses: { 200: z.object({ deleted: z.literal(true) }) },
  errors: [404],
})
