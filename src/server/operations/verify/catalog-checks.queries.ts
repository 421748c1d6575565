import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'
import type { Check } from './check.queries.ts'

const isSettled = sql<boolean>`(next_change_at is null or next_change_at > now())`

export const catalogChecks: Check[] = [
  {
    findings: sql`
      select format('Product %s (%s) has a stock of %s.', id, handle, stock) as finding from products where stock < 0`,
  },
  {
    findings: sql`
      select format('Package %s contains product %s, which is not there.', content.package_id, content.product_id)
        as finding
      from package_contents content where not exists (select 1 from products where id = content.product_id)`,
  },
  {
    findings: sql`
      select format('Product %s has contents, but is no package.', content.package_id) as finding
      from package_contents content
      where not exists (select 1 from products where id = content.package_id and kind = 'package')
      group by content.package_id`,
  },
  {
    // A row whose change is due waits for the task, or for the shop to be started.
    findings: sql`
      select format('Product %s (%s) is sold for %s cents, should be %s.', id, handle, selling_price_cents,
        selling_price(price_cents, sale_price_cents, sale_from, sale_until, now())) as finding
      from products where ${isSettled}
        and selling_price_cents <> selling_price(price_cents, sale_price_cents, sale_from, sale_until, now())
      union all
      select format('Product %s (%s) is %s and %s in the shop.', id, handle, status,
        case when active then 'should not be' else 'is not' end)
      from products where ${isSettled} and active <> is_visible(status, visible_from, visible_until, now())
      union all
      select format('Product %s (%s) changes at %s, should be %s.', id, handle, coalesce(next_change_at::text, 'no time'),
        coalesce(next_product_change(visible_from, visible_until, sale_from, sale_until, now())::text, 'none'))
      from products where ${isSettled}
        and next_change_at is distinct from next_product_change(visible_from, visible_until, sale_from, sale_until, now())`,
  },
  {
    findings: sql`
      select format('Product %s has %s of its versions %s to %s.', product_id, count(*), min(version), max(version)) as finding
      from product_versions group by product_id having count(*) <> max(version) - min(version) + 1
      union all
      select format('Product %s is version %s, but its last version is %s.', id, version, coalesce(last::text, 'none'))
      from products left join (
        select product_id, max(version) as last from product_versions group by product_id) kept on product_id = id
      where version <> coalesce(last, 1)`,
  },
  {
    findings: sql`
      select format('Category %s is below category %s, which is not at the top.', child.id, parent.id) as finding
      from categories child join categories parent on parent.id = child.parent_id where parent.parent_id is not null
      union all
      select format('Product %s is in category %s, which is not there.', id, category_id)
      from products where category_id is not null and not exists (select from categories where id = products.category_id)
      union all
      select format('The former slug %s of category %s is the slug of category %s.', former.slug, category_id, taken.id)
      from category_redirects former join categories taken on taken.slug = former.slug
      union all
      select format('%s redirects to itself.', path) from redirects where target = path`,
  },
  {
    findings: sql`
      select format('Family %s shows product %s, which is not one of its members.', family.id, canonical_id) as finding
      from product_families family
      where canonical_id is not null and not exists (
        select from products where id = family.canonical_id and family_id = family.id)
      union all
      select format('Product %s is in family %s, which is not there.', id, family_id)
      from products where family_id is not null and not exists (select from product_families where id = products.family_id)
      union all
      select format('Product %s of family %s has no option.', id, family_id)
      from products where family_id is not null and option_value = ''`,
  },
]

/** Finds the next products after an ID that have stored pictures or documents, with the name of one file of each. */
export async function findProductFiles(
  db: Database,
  after: number,
  limit: number,
): Promise<{ id: number; files: string[] }[]> {
  const { rows } = await sql<{ id: number; files: string[] }>`
    select id, array(
        select file || '-640.webp' from product_images where product_id = products.id and file is not null
        union select file from product_documents where product_id = products.id) as files
      from products where id > ${after} order by id limit ${limit}`.execute(db)
  return rows
}
