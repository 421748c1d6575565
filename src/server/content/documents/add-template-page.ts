import type { Refusal, Result } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { ContentDocumentId } from '#server/platform/database/tables.generated.ts'
import type { Services } from '#server/platform/services.ts'
import { addPage } from './change-documents.ts'
import { pageTemplates, type TemplateSlug } from './page-templates.ts'

/** Adds a page from its template as a draft, which an owner checks and publishes. */
export const addTemplatePage = (
  trx: Transaction,
  actor: Actor,
  slug: TemplateSlug,
  deps: Pick<Services, 'files' | 'settings'>,
): Promise<
  Result<{ id: ContentDocumentId }, Refusal<'slug_taken' | 'slug_reserved' | 'too_many_pages' | 'picture_not_found'>>
> => {
  const body = pageTemplates[slug]({ shopName: deps.settings.get('shop_name') })
  return addPage(trx, actor, { slug, content: { kind: 'page', body } }, deps)
}
