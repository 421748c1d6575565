import type { FastifyInstance } from 'fastify'
import { previewNewsletterCall, previewNewsletterPageCall } from '#contract/mail/admin-newsletter.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { Services } from '#server/platform/services.ts'
import { framedMailHeaders } from '../texts/framed-mail.ts'
import { previewNewsletter } from './preview-newsletter.ts'

/** Renders newsletters as the emails they become. */
export function newsletterPreviewRoutes(app: FastifyInstance, services: Services): void {
  const { permitted } = makeStaffPolicies(services)

  serve(app, previewNewsletterCall, permitted(previewNewsletterCall), async ({ body }) => {
    const { subject, html, text } = await previewNewsletter(services, body)
    return { subject, html, text }
  })

  serve(app, previewNewsletterPageCall, permitted(previewNewsletterPageCall), async ({ body, reply }) => {
    const { html } = await previewNewsletter(services, body)
    return reply.headers(framedMailHeaders).send(html)
  })
}
