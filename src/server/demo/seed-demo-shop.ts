import { cents, formatCents } from '#domain/money.ts'
import { demoCategories, demoProducts } from '#seed/catalogue.ts'
import { demoFaqs, demoPopups, demoSettings, demoSlides } from '#seed/content.ts'
import type { Connection, Database, Transaction } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { SettingKey } from '../settings/registry.ts'
import { storeSetting } from '../settings/settings.ts'
import { copyDemoPictures } from './copy-demo-pictures.ts'
import {
  hasProductsOrOrders,
  insertCategories,
  insertContent,
  insertPicturesAndContents,
  insertProducts,
} from './demo.queries.ts'

export type Seeded = { ok: true; products: number } | { ok: false; refusal: { code: 'not_empty' } }

const DAY_MS = 24 * 60 * 60 * 1000
/** Fixed, so that the same seed is the same shop: a product a day since the opening. */
const OPENED_ON = Date.UTC(2026, 0, 5, 14)

export const isEmptyShop = async (db: Database): Promise<boolean> => !(await hasProductsOrOrders(db))

/** Fills an empty shop with products, packages, pictures, pages' content and settings. */
export async function seedDemoShop({ db }: Pick<Connection, 'db'>, dataDir: string): Promise<Seeded> {
  if (!(await isEmptyShop(db))) return { ok: false, refusal: { code: 'not_empty' } }
  // Before the rows that name them, and outside of the transaction: copying files takes longer than everything else.
  await copyDemoPictures(dataDir)
  return inTransaction(db, async (trx) => {
    if (!(await isEmptyShop(trx))) return { ok: false, refusal: { code: 'not_empty' } }
    await fill(trx)
    return { ok: true, products: demoProducts.length }
  })
}

async function fill(trx: Transaction): Promise<void> {
  const categoryIds = await insertCategories(trx, demoCategories)
  const dated = demoProducts.map((product, day) => ({ ...product, createdAt: new Date(OPENED_ON + day * DAY_MS) }))
  const ids = await insertProducts(trx, dated, categoryIds)
  await insertPicturesAndContents(trx, demoProducts, (handle) => {
    const id = ids.get(handle)
    if (id === undefined) throw new Error(`A demo package contains ${handle}, which the demo shop does not have.`)
    return id
  })
  await insertContent(trx, { slides: demoSlides, popups: demoPopups, faqs: demoFaqs })

  const { minimum_sub_total_cents: minimum, ...texts } = demoSettings
  const settings = { ...texts, minimum_sub_total: formatCents(cents(minimum)) }
  for (const [key, value] of Object.entries(settings) as [SettingKey, string][]) {
    const stored = await storeSetting(trx, key, value)
    if (!stored.ok) throw new Error(`The demo shop's settings: ${stored.sentence}`)
  }
}
