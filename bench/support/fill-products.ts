import type pg from 'pg'

export const VENDORS = 60
const WORDS = [
  'Argan',
  'Keratin',
  'Lash',
  'Brow',
  'Gloss',
  'Toner',
  'Foil',
  'Serum',
  'Primer',
  'Mask',
  'Powder',
  'Clay',
]
const word = (n: string) => `(array[${WORDS.map((text) => `'${text}'`).join(', ')}])[1 + ${n} % ${WORDS.length}]`

/**
 * Fills an empty shop: half of the products have stock, one in twenty is a package of three, one in fifty a draft, one in
 * a hundred has no picture, one in five hundred no price.
 */
export async function fillProducts(pool: pg.Pool, count: number): Promise<void> {
  for (const statement of [
    `insert into categories (slug, name, position) select 'category-' || n, 'Category ' || n, n from generate_series(1, 40) n`,
    `insert into products (handle, name, kind, category_id, vendor, sku, barcode, shelf, description_html, price_cents, pv,
         weight_grams, stock, status, active, sale_price_cents, sale_until)
       select 'product-' || n, ${word('n')} || ' ' || ${word('n / 12')} || ' ' || substr(md5(n::text), 1, 6),
         case when n % 20 = 0 then 'package' else 'product' end, (select min(id) from categories) + n % 40,
         case when n % 3 > 0 then 'Vendor ' || n % ${VENDORS} else '' end, 'SKU-' || lpad(n::text, 6, '0'),
         case when n % 2 = 0 then lpad((n::bigint * 7919000003 % 1e12)::bigint::text, 12, '0') end, 'S-' || n % 200,
         '<p>' || repeat(${word('n * 7')} || ' and ' || ${word('n * 5')} || ' for salons. ', 12) || '</p>',
         case when n % 500 = 0 then 0 else 500 + n % 9000 end, n % 90, 100 + n % 900,
         case when n % 2 = 0 and n % 20 > 0 then 20 + n % 200 end, case when n % 50 = 0 then 'draft' else 'active' end, n % 50 > 0,
         case when n % 10 = 3 then 400 end, case when n % 10 = 3 then now() + interval '30 days' end
         from generate_series(1, ${count}) n`,
    `insert into product_images (product_id, position, file, alt)
       select id, 0, 'bench', name from products where id % 100 > 0`,
    `insert into package_contents (package_id, product_id, quantity, position)
       select package.id, part.id, 1, part.id - package.id from products package
         join products part on part.id between package.id + 1 and package.id + 3 where package.kind = 'package'`,
    'analyze',
  ])
    await pool.query(statement)
}
