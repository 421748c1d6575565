import type { FastifyInstance } from 'fastify'
import { MAX_CONTENT_PAGES } from '#contract/base/limits.ts'
import {
  addContentPageCall,
  contentDocumentCall,
  contentDocumentsCall,
  contentHistoryCall,
  contentVersionCall,
  type DocumentContent,
  type DocumentKey,
  moveContentPageCall,
  previewContentCall,
  publishContentCall,
  restoreContentCall,
  saveContentCall,
  scheduleContentCall,
  unpublishContentCall,
  unscheduleContentCall,
} from '#contract/content/documents.ts'
import type { Result } from '#domain/result.ts'
import { fieldProblem, notFound, type ProblemError, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import {
  addPage,
  type DocumentRefusal,
  movePage,
  publish,
  restore,
  saveDraft,
  schedule,
  unpublish,
  unschedule,
} from './change-documents.ts'
import { createPreview } from './create-preview.ts'
import { findDocument, findVersionBody, findVersions } from './document.queries.ts'
import { isSingleKind, readContent, rulesOf } from './document-kinds.ts'
import { presentListed } from './present-document.ts'
import { listDocuments, readDocument } from './read-documents.ts'

const PAGE_SIZE = 50

/** Texts of the shop in the back office (docs/back-office §10). */
export function contentDocumentRoutes(app: FastifyInstance, services: Services): void {
  const { db, config } = services
  const { permitted } = makeStaffPolicies(services)

  async function requireDocument(key: DocumentKey) {
    const document = await readDocument(db, key)
    if (!document) throw notFound()
    return document
  }
  /** Runs a change, and responds with the document. */
  async function change(key: DocumentKey, run: (trx: Transaction) => Promise<Result<unknown, DocumentRefusal>>) {
    const result = await inTransaction(db, run)
    if (result.ok) return requireDocument(key)
    if (result.refusal.code === 'stale') {
      throw problem('stale', 'Someone else changed this.', { current: await requireDocument(key) })
    }
    throw toProblem(result.refusal.code)
  }

  serve(app, contentDocumentsCall, permitted(contentDocumentsCall), async () => ({
    data: (await listDocuments(db)).map(presentListed),
  }))

  serve(app, contentDocumentCall, permitted(contentDocumentCall), ({ params }) => requireDocument(params.document))

  serve(app, contentHistoryCall, permitted(contentHistoryCall), async ({ params, query }) => {
    const row = await findDocument(db, params.document)
    if (!row && !isSingleKind(params.document)) throw notFound()
    const versions = row ? await findVersions(db, row.id, query.after, PAGE_SIZE + 1) : []
    const data = versions.slice(0, PAGE_SIZE)
    return {
      data: data.map(({ made_at, ...version }) => ({ ...version, made_at: made_at.toISOString() })),
      next: versions.length > PAGE_SIZE ? (data.at(-1)?.number ?? null) : null,
    }
  })

  serve(app, contentVersionCall, permitted(contentVersionCall), async ({ params: { document, number } }) => {
    const row = await findDocument(db, document)
    const version = row && (await findVersionBody(db, row.id, number))
    if (!version) throw notFound()
    const previous = await findVersionBody(db, row.id, number - 1)
    const toText = ({ kind, body }: DocumentContent) => rulesOf(kind).toText(body)
    return {
      text: toText(readContent(row.kind, version.body)),
      previous_text: previous ? toText(readContent(row.kind, previous.body)) : '',
    }
  })

  serve(app, addContentPageCall, permitted(addContentPageCall), async ({ body, caller: { actor } }) => {
    const content = { kind: 'page', body: { title: body.title, description: '', intro: '', blocks: [] } } as const
    const result = await inTransaction(db, (trx) =>
      addPage(
        trx,
        actor,
        { slug: body.slug, content: { ...content, body: { ...content.body, blocks: [] } } },
        services,
      ),
    )
    if (!result.ok) throw toProblem(result.refusal.code)
    return requireDocument(result.id)
  })

  serve(app, saveContentCall, permitted(saveContentCall), async ({ params: { document }, body, caller: { actor } }) => {
    const cleaned = await rulesOf(body.content.kind).clean(body.content.body)
    if (!cleaned.ok) {
      const { code, field } = cleaned.refusal
      throw fieldProblem(code, `content.body.${field}`, 'This text has more formatting than the shop accepts.')
    }
    const content = { kind: body.content.kind, body: cleaned.body } as DocumentContent
    return change(document, (trx) =>
      saveDraft(trx, actor, { document, content, expectedVersion: body.expected_version }, services),
    )
  })

  serve(app, moveContentPageCall, permitted(moveContentPageCall), ({ params: { document }, body, caller: { actor } }) =>
    change(document, (trx) =>
      movePage(trx, actor, { document, slug: body.slug, expectedVersion: body.expected_version }),
    ),
  )
  serve(app, publishContentCall, permitted(publishContentCall), ({ params: { document }, body, caller: { actor } }) =>
    change(document, (trx) => publish(trx, actor, { document, expectedVersion: body.expected_version })),
  )
  serve(app, scheduleContentCall, permitted(scheduleContentCall), ({ params: { document }, body, caller: { actor } }) =>
    change(document, (trx) =>
      schedule(trx, actor, { document, at: new Date(body.at), expectedVersion: body.expected_version }),
    ),
  )
  serve(
    app,
    unscheduleContentCall,
    permitted(unscheduleContentCall),
    ({ params: { document }, body, caller: { actor } }) =>
      change(document, (trx) => unschedule(trx, actor, { document, expectedVersion: body.expected_version })),
  )
  serve(
    app,
    unpublishContentCall,
    permitted(unpublishContentCall),
    ({ params: { document }, body, caller: { actor } }) =>
      change(document, (trx) => unpublish(trx, actor, { document, expectedVersion: body.expected_version })),
  )
  serve(app, restoreContentCall, permitted(restoreContentCall), ({ params: { document }, body, caller: { actor } }) =>
    change(document, (trx) =>
      restore(trx, actor, { document, number: body.number, expectedVersion: body.expected_version }, services),
    ),
  )

  serve(app, previewContentCall, permitted(previewContentCall), async ({ params, caller: { actor } }) => {
    const result = await inTransaction(db, (trx) => createPreview(trx, actor, params.document))
    if (!result.ok) throw notFound()
    return { url: config.publicUrl + result.path, expires_at: result.expiresAt.toISOString() }
  })
}

function toProblem(code: Exclude<DocumentRefusal['code'], 'stale'>): ProblemError {
  switch (code) {
    case 'not_found':
      return notFound()
    case 'slug_taken':
      return fieldProblem(code, 'slug', 'Another page has this URL.')
    case 'slug_reserved':
      return fieldProblem(code, 'slug', 'The shop uses this URL for another page.')
    case 'too_many_pages':
      return problem(code, `There can be up to ${MAX_CONTENT_PAGES} pages.`)
    case 'nothing_to_publish':
      return problem(code, 'Visitors see this version already.')
    case 'schedule_in_past':
      return fieldProblem(code, 'at', 'Choose a time in the future.')
    case 'picture_not_found':
      return problem(code, 'A picture of this text has been deleted. Add it again.')
  }
}
