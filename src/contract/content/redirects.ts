import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { MAX_BODY_BYTES } from '#contract/base/call.ts'
import { noNul, optionalText, requiredLines, requiredText } from '#contract/base/fields.ts'
import { expected_version, Version } from '#contract/base/version.ts'
import { MAX_REDIRECT_URL } from '#domain/text/redirect-url.ts'

const text = z.string()
const path = requiredText('Enter the former URL.', MAX_REDIRECT_URL)
const target = requiredText('Enter the page it leads to.', MAX_REDIRECT_URL)

export const Redirect = z.object({ path: text, target: text, version: Version })
export type Redirect = z.infer<typeof Redirect>
const changed = { responses: { 200: Redirect }, current: Redirect } as const

export const redirectsCall = defineAdminCall('redirects', {
  summary: 'Lists the URLs of a former shop and the pages they lead to, by path',
  permission: 'settings.change',
  query: z.object({
    /** Part of either URL. */
    search: z._default(optionalText(), ''),
    /** The `next` of the previous page. */
    after: z.optional(text.check(noNul, z.maxLength(MAX_REDIRECT_URL))),
  }),
  responses: {
    200: z.object({
      data: z.array(Redirect),
      /** Path after which the next page begins. */
      next: z.nullable(text),
      /** Number of all redirects, without the search. */
      count: z.int(),
    }),
  },
})
export const addRedirectCall = defineAdminCall('addRedirect', {
  summary: 'Redirects a URL that the store does not serve itself',
  permission: 'settings.change',
  body: z.object({ path, target }),
  responses: { 200: Redirect },
  errors: [409, 422],
})
export const changeRedirectCall = defineAdminCall('changeRedirect', {
  summary: 'Changes where a former URL leads',
  permission: 'settings.change',
  body: z.object({ path, target, expected_version }),
  ...changed,
  errors: [404, 409, 422],
})
export const removeRedirectCall = defineAdminCall('removeRedirect', {
  summary: 'Removes a redirect; its URL is then not found',
  permission: 'settings.change',
  body: z.object({ path, expected_version }),
  ...changed,
  errors: [404, 409, 422],
})

export const RedirectImport = z.object({
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** The first added and changed ones; `before` is null for an added one. */
  changes: z.array(z.object({ path: text, before: z.nullable(text), after: text })),
  refused_count: z.int(),
  /** The first refused rows; they are left out. */
  refused: z.array(z.object({ line: z.int(), column: text, reason: text })),
  version: Version,
})
export type RedirectImport = z.infer<typeof RedirectImport>
export const importRedirectsCall = defineAdminCall('importRedirects', {
  summary:
    'Adds and changes redirects from a CSV file with the columns “Redirect from” and “Redirect to”. Without expected_version, only previews it',
  permission: 'settings.change',
  body: z.object({
    text: requiredLines('Choose a file.', MAX_BODY_BYTES),
    expected_version: z.optional(expected_version),
  }),
  maxBodyBytes: MAX_BODY_BYTES,
  responses: { 200: RedirectImport },
  current: RedirectImport,
  errors: [409, 413, 422],
})
export const redirectExportCall = defineAdminCall('redirectExport', {
  summary: 'Exports all redirects as CSV, in the format in which they are imported',
  permission: 'settings.change',
  responses: { 200: text },
  contentType: 'text/csv; charset=utf-8',
})
