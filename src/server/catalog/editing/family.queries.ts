import { sql } from 'kysely'
import type { ProductStatus } from '#domain/catalog/product-content.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'

export type FamilyMember = {
  product_id: number
  name: string
  status: ProductStatus
  option_value: string
  swatch: string | null
  price_cents: number
}
export type FamilyRow = {
  family_id: number
  /** Opaque: differs also when a product joined or left in the product editor. */
  version: string
  name: string
  option_name: string
  canonical_id: number | null
  members: FamilyMember[]
}

export async function findFamily(db: Database | Transaction, id: number): Promise<FamilyRow | undefined> {
  const { rows } = await sql<FamilyRow>`
    select family.id as family_id, family.name, family.option_name, family.canonical_id, member.list as members,
      family.version || '-' || md5(coalesce(family.canonical_id, 0) || member.key) as version
    from product_families family
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('product_id', p.id, 'name', p.name, 'status', p.status,
            'option_value', p.option_value, 'swatch', p.swatch, 'price_cents', p.price_cents)
          order by p.family_position, p.id), '[]') as list,
        coalesce(jsonb_agg(jsonb_build_array(p.id, p.option_value, p.swatch)
          order by p.family_position, p.id)::text, '') as key
      from products p where p.family_id = family.id
    ) member
    where family.id = ${id}`.execute(db)
  return rows[0]
}

/** No product joins a locked family, because its foreign key waits. */
export async function lockFamily(trx: Transaction, id: number): Promise<void> {
  await sql`select from product_families where id = ${id} for update`.execute(trx)
}

export async function insertFamily(trx: Transaction, name: string, optionName: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into product_families (name, option_name) values (${name}, ${optionName}) returning id`.execute(trx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('insert returned no row')
  return id
}

export async function updateFamily(
  trx: Transaction,
  id: number,
  { name, optionName, canonicalId }: { name: string; optionName: string; canonicalId: number },
): Promise<void> {
  await sql`
    update product_families set name = ${name}, option_name = ${optionName}, canonical_id = ${canonicalId},
      version = version + 1 where id = ${id}`.execute(trx)
}

export async function deleteFamily(trx: Transaction, id: number): Promise<void> {
  await sql`delete from product_families where id = ${id}`.execute(trx)
}

/** Replaces canonical members that left their family by its first member. */
export async function replaceCanonicals(trx: Transaction, familyIds: readonly number[]): Promise<void> {
  await sql`
    update product_families family set version = version + 1, canonical_id = (
        select id from products where family_id = family.id order by family_position, id limit 1)
    where family.id = any(${familyIds}::int[]) and canonical_id is not null
      and not exists (select from products where id = family.canonical_id and family_id = family.id)`.execute(trx)
}
