import * as z from 'zod/mini'
import { defineCall } from '#contract/base/call.ts'
import { Home, Shop } from './calls.ts'
import { Faq } from './faqs.ts'
import { Finder } from './finder.ts'
import { Navigation, NotFoundTexts } from './navigation.ts'
import { ContentPage } from './page.ts'

/** The version that a preview link shows, as the shop's page gets it. */
export const ContentPreview = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), page: ContentPage }),
  z.object({ kind: z.literal('faqs'), faqs: z.array(Faq) }),
  z.object({ kind: z.literal('finder'), finder: Finder }),
  z.object({ kind: z.literal('home'), home: Home }),
  z.object({ kind: z.literal('announcement'), announcement: Shop.shape.announcement }),
  z.object({ kind: z.literal('navigation'), navigation: Navigation }),
  z.object({ kind: z.literal('not_found'), not_found: NotFoundTexts }),
])
export type ContentPreview = z.infer<typeof ContentPreview>

export const contentPreviewCall = defineCall('contentPreview', {
  summary: 'Retrieves the version that a preview link shows',
  params: z.object({ token: z.string().check(z.maxLength(100)) }),
  responses: { 200: ContentPreview },
  errors: [404],
})
