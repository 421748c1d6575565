import { foldOption } from '#domain/catalog/fold-option.ts'
import type { ProductContent } from '#domain/catalog/product-content.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { lockContents, type VersionedContent } from './content.queries.ts'
import { deleteFamily, type FamilyRow, findFamily, insertFamily, lockFamily, updateFamily } from './family.queries.ts'
import { addProduct, type ProductRefusal, saveProducts } from './save-products.ts'

/** `id` null adds a copy of the canonical member. */
type Member = { id: number | null; optionValue: string; swatch: string | null }
export type FamilyInput = {
  name: string
  optionName: string
  members: readonly Member[]
  /** Position of the canonical member. */
  canonical: number
  /** Whether new members have its status; otherwise they are drafts. */
  publishesNew: boolean
}
export type FamilyRefusal =
  | Refusal<'not_found' | 'stale' | 'canonical_required'>
  | (Refusal<'member_not_found' | 'in_other_family' | 'option_repeated'> & { index: number })
  | ProductsRefusal
/** A product that breaks a rule by itself, such as one of an import. */
type ProductsRefusal = { code: 'product_refused'; refusal: ProductRefusal }

const OUTSIDE = { family_id: null, family_position: 0, option_value: '', swatch: null } as const

/** Makes a family; in one transaction with the copies that are its new members. */
export async function addFamily(
  trx: Transaction,
  actor: Actor,
  input: FamilyInput,
): Promise<Result<{ id: number }, FamilyRefusal>> {
  const known = await lockContents(trx, idsOf(input))
  const refusal = findMemberError(input, known, undefined)
  if (refusal) return refuse(refusal)
  const id = await insertFamily(trx, input.name, input.optionName)
  const members = await saveMembers(trx, actor, { id, input, known, leaving: [] })
  if (!members.ok) return members
  await recordAction(trx, actor, {
    action: 'family.added',
    subject: { kind: 'family', id },
    after: { name: input.name, option_name: input.optionName, members: input.members.length },
  })
  return { ok: true, id }
}

/** Replaces what a family is; members that are not in the input leave it. */
export async function saveFamily(
  trx: Transaction,
  actor: Actor,
  { id, expectedVersion, ...input }: FamilyInput & { id: number; expectedVersion: string },
): Promise<Result<object, FamilyRefusal>> {
  const locked = await lockMembers(trx, id, expectedVersion, idsOf(input))
  if (!locked.ok) return locked
  const { before, known } = locked
  const refusal = findMemberError(input, known, id)
  if (refusal) return refuse(refusal)
  const kept = new Set(idsOf(input))
  const leaving = before.members.map(({ product_id }) => product_id).filter((member) => !kept.has(member))
  const members = await saveMembers(trx, actor, { id, input, known, leaving })
  if (!members.ok) return members
  await recordAction(trx, actor, {
    action: 'family.changed',
    subject: { kind: 'family', id },
    before: { name: before.name, option_name: before.option_name, members: before.members.length },
    after: { name: input.name, option_name: input.optionName, members: input.members.length },
  })
  return { ok: true }
}

export async function dissolveFamily(
  trx: Transaction,
  actor: Actor,
  { id, expectedVersion }: { id: number; expectedVersion: string },
): Promise<Result<object, FamilyRefusal>> {
  const locked = await lockMembers(trx, id, expectedVersion, [])
  if (!locked.ok) return locked
  const { members, name, option_name } = locked.before
  const edits = members.map(({ product_id }) => ({ id: product_id, changes: OUTSIDE }))
  const saved = await saveAll(trx, actor, edits)
  if (!saved.ok) return saved
  await deleteFamily(trx, id)
  await recordAction(trx, actor, {
    action: 'family.dissolved',
    subject: { kind: 'family', id },
    before: { name, option_name, members: members.length },
  })
  return { ok: true }
}

const idsOf = ({ members }: Pick<FamilyInput, 'members'>): number[] => members.flatMap(({ id }) => id ?? [])

type Contents = Map<number, VersionedContent>

/** Locks products before their family, in the order in which the product editor does. */
async function lockMembers(
  trx: Transaction,
  id: number,
  expectedVersion: string,
  others: readonly number[],
): Promise<Result<{ before: FamilyRow; known: Contents }, Refusal<'not_found' | 'stale'>>> {
  const seen = await findFamily(trx, id)
  if (!seen) return refuse({ code: 'not_found' })
  const known = await lockContents(trx, [...seen.members.map(({ product_id }) => product_id), ...others])
  await lockFamily(trx, id)
  const before = await findFamily(trx, id)
  if (!before) return refuse({ code: 'not_found' })
  if (before.version !== expectedVersion) return refuse({ code: 'stale' })
  return { ok: true, before, known }
}

function findMemberError(
  { members, canonical }: FamilyInput,
  known: Contents,
  familyId: number | undefined,
): FamilyRefusal | undefined {
  const values = new Set<string>()
  for (const [index, { id, optionValue }] of members.entries()) {
    const content = id === null ? undefined : known.get(id)?.content
    if (id !== null && !content) return { code: 'member_not_found', index }
    if (content && content.family_id !== null && content.family_id !== familyId) {
      return { code: 'in_other_family', index }
    }
    const value = foldOption(optionValue)
    if (values.has(value)) return { code: 'option_repeated', index }
    values.add(value)
  }
  return (members[canonical]?.id ?? null) === null ? { code: 'canonical_required' } : undefined
}

type MemberChange = { id: number; input: FamilyInput; known: Contents; leaving: readonly number[] }

/** Saves the products of a family and adds its new ones. */
async function saveMembers(
  trx: Transaction,
  actor: Actor,
  change: MemberChange,
): Promise<Result<object, ProductsRefusal>> {
  const { id, input, known, leaving } = change
  const canonicalId = input.members[input.canonical]?.id
  const origin = canonicalId == null ? undefined : known.get(canonicalId)
  if (canonicalId == null || !origin) throw new Error('no canonical member')
  const fieldsOf = ({ optionValue, swatch }: Member, position: number) => ({
    ...{ family_id: id, family_position: position, option_value: optionValue, swatch },
  })
  const saved = await saveAll(trx, actor, [
    ...leaving.map((productId) => ({ id: productId, changes: OUTSIDE })),
    ...input.members.flatMap((member, position) =>
      member.id === null ? [] : [{ id: member.id, changes: fieldsOf(member, position) }],
    ),
  ])
  if (!saved.ok) return saved
  for (const [position, member] of input.members.entries()) {
    if (member.id !== null) continue
    const status = input.publishesNew ? origin.content.status : 'draft'
    const content = { ...copyOf(origin.content, member.optionValue), ...fieldsOf(member, position), status }
    const stock = origin.stock === null ? null : 0
    const added = await addProduct(trx, actor, { content, stock }, { isConfirmed: true })
    if (!added.ok) return refuse({ code: 'product_refused', refusal: added.refusal })
  }
  await updateFamily(trx, id, { name: input.name, optionName: input.optionName, canonicalId })
  return { ok: true }
}

async function saveAll(
  trx: Transaction,
  actor: Actor,
  edits: Parameters<typeof saveProducts>[2],
): Promise<Result<object, ProductsRefusal>> {
  // Free products were confirmed when they became free.
  const result = await saveProducts(trx, actor, edits, { source: 'edit', isConfirmed: true })
  if (result.ok) return { ok: true }
  const [refusal] = result.refusal.refusals
  if (!refusal) throw new Error('refused without a reason')
  return refuse({ code: 'product_refused', refusal })
}

const MAX_NAME = 255

/** A product named after its option, without what belongs to one product only. */
function copyOf(origin: ProductContent, optionValue: string): ProductContent {
  const ending = ` ${origin.option_value}`
  const base =
    origin.option_value !== '' && origin.name.endsWith(ending) ? origin.name.slice(0, -ending.length) : origin.name
  const name = `${base.slice(0, MAX_NAME - optionValue.length - 1)} ${optionValue}`
  return { ...origin, name, handle: '', sku: '', barcode: null, shelf: '', page_title: '' }
}
