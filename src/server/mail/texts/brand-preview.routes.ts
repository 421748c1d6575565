import type { FastifyInstance } from 'fastify'
import { shopMessages } from '#contract/base/messages.ts'
import { BrandBody, previewBrandInvoiceCall, previewBrandMailCall } from '#contract/content/brand.ts'
import { makeBrand } from '#server/content/brand/load-brand.ts'
import { fieldProblem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { sendInvoice } from '#server/orders/send-invoice.ts'
import { composeMail, findMailFrame } from '#server/platform/mail/mail-text.ts'
import type { Services } from '#server/platform/services.ts'
import type { BrandLogo } from '#server/platform/settings/brand.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { framedMailHeaders } from './framed-mail.ts'
import { sampleEmails } from './preview-emails.ts'
import { sampleOrder } from './sample-order.ts'

/** Shows an email and a document in a look that is not published yet. */
export function brandPreviewRoutes(app: FastifyInstance, services: Services): void {
  const { permitted } = makeStaffPolicies(services)

  async function readSettings(json: string): Promise<Settings> {
    const brand = await makeBrand(services, readBody(json))
    const preview = { ...brand, logo: embed(brand.logo), darkLogo: embed(brand.darkLogo) }
    return { ...services.settings, brand: () => preview }
  }

  serve(app, previewBrandMailCall, permitted(previewBrandMailCall), async ({ body, reply }) => {
    const settings = await readSettings(body.brand)
    const draft = sampleEmails(settings, services.config.publicUrl).order_link
    return reply.headers(framedMailHeaders).send(composeMail(draft, undefined, findMailFrame(settings)).html)
  })
  serve(app, previewBrandInvoiceCall, permitted(previewBrandInvoiceCall), async ({ body, reply }) =>
    sendInvoice(reply, sampleOrder, await readSettings(body.brand)),
  )
}

/** A frame without an origin loads no pictures from the shop. */
const embed = (logo: BrandLogo | undefined): BrandLogo | undefined =>
  logo && { ...logo, url: `data:image/png;base64,${logo.png.toString('base64')}` }

function readBody(json: string): BrandBody {
  const { success, data } = BrandBody.safeParse(parseJson(json))
  if (!success) throw fieldProblem('invalid', 'brand', shopMessages.malformed)
  return data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
