import type { FastifyInstance } from 'fastify'
import {
  addFamilyCall,
  dissolveFamilyCall,
  type ManagedFamily,
  managedFamilyCall,
  saveFamilyCall,
} from '#contract/catalog/families.ts'
import { cents, toDollars } from '#domain/money/money.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { findFamily } from './family.queries.ts'
import { productProblem } from './product.errors.ts'
import { addFamily, dissolveFamily, type FamilyInput, type FamilyRefusal, saveFamily } from './save-family.ts'

/** Families of products that differ in one option (docs/back-office §9). */
export function familyRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)
  const requireFamily = async (id: number): Promise<ManagedFamily> => {
    const row = await findFamily(db, id)
    if (!row) throw notFound()
    const members = row.members.map(({ price_cents, ...member }) => ({
      ...member,
      price: toDollars(cents(price_cents)),
    }))
    return { ...row, members }
  }
  const refused = async (refusal: FamilyRefusal, id?: number): Promise<ProblemError> =>
    familyProblem(refusal, refusal.code === 'stale' && id !== undefined ? await requireFamily(id) : undefined)

  serve(app, managedFamilyCall, permitted(managedFamilyCall), ({ params }) => requireFamily(params.family_id))

  serve(app, addFamilyCall, permitted(addFamilyCall), async ({ body, caller }) => {
    const result = await inTransaction(db, (trx) => addFamily(trx, caller.actor, toInput(body)))
    if (!result.ok) throw await refused(result.refusal)
    return requireFamily(result.id)
  })

  serve(app, saveFamilyCall, permitted(saveFamilyCall), async ({ params: { family_id: id }, body, caller }) => {
    const change = { id, expectedVersion: body.expected_version, ...toInput(body) }
    const result = await inTransaction(db, (trx) => saveFamily(trx, caller.actor, change))
    if (!result.ok) throw await refused(result.refusal, id)
    return requireFamily(id)
  })

  serve(app, dissolveFamilyCall, permitted(dissolveFamilyCall), async ({ params: { family_id: id }, body, caller }) => {
    const result = await inTransaction(db, (trx) =>
      dissolveFamily(trx, caller.actor, { id, expectedVersion: body.expected_version }),
    )
    if (!result.ok) throw await refused(result.refusal, id)
    return {}
  })
}

type Body = {
  name: string
  option_name: string
  members: { product_id: number | null; option_value: string; swatch: string | null }[]
  canonical: number
  publish_new: boolean
}

const toInput = ({ name, option_name, members, canonical, publish_new }: Body): FamilyInput => ({
  name,
  optionName: option_name,
  members: members.map(({ product_id, option_value, swatch }) => ({
    id: product_id,
    optionValue: option_value,
    swatch,
  })),
  canonical,
  publishesNew: publish_new,
})

function familyProblem(refusal: FamilyRefusal, current: ManagedFamily | undefined): ProblemError {
  if (refusal.code === 'product_refused') return productProblem(refusal.refusal)
  const { code } = refusal
  const atMember = (index: number, field: string, detail: string) =>
    problem(code, detail, { errors: { [`members.${index}.${field}`]: detail } })
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'stale':
      return problem('stale', 'Someone else changed this family.', { current })
    case 'canonical_required': {
      const detail = 'Choose the main product among those that exist.'
      return problem(refusal.code, detail, { errors: { canonical: detail } })
    }
    case 'member_not_found':
      return atMember(refusal.index, 'product_id', 'One of these products no longer exists.')
    case 'in_other_family':
      return atMember(refusal.index, 'product_id', 'One of these products is in another family.')
    case 'option_repeated':
      return atMember(refusal.index, 'option_value', 'Each product needs a value of its own.')
  }
}
