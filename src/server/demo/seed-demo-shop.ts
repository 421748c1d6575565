import type { FinderBody } from '#contract/content/finder.ts'
import { cents, formatCents } from '#domain/money/money.ts'
import { type Result, refuse } from '#domain/result.ts'
import { demoCategories, demoFamilies, demoProducts } from '#seed/catalog.ts'
import {
  demoFaqs,
  demoFinder,
  demoHome,
  demoNewsletter,
  demoNotices,
  demoReaders,
  demoSettings,
  demoSlides,
  demoTerms,
} from '#seed/content.ts'
import { createPublished } from '#server/content/documents/create-published.ts'
import { pageTemplates, TEMPLATE_NOTE } from '#server/content/documents/page-templates.ts'
import { toPictureFile } from '#server/content/uploads/picture-src.ts'
import { seedStaff } from '#server/identity/staff/seed-staff.ts'
import { makeStaffSecondFactors } from '#server/identity/staff/staff-second-factor.ts'
import type { Config } from '#server/platform/config.ts'
import type { Connection, Transaction } from '#server/platform/database/connection.ts'
import type { ProductId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { diskStore } from '#server/platform/files/disk-store.ts'
import type { SettingKey } from '#server/platform/settings/registry.ts'
import { openSettings, storeSetting } from '#server/platform/settings/settings.ts'
import { closeDemoMonths } from './close-demo-months.ts'
import { copyDemoPictures } from './copy-demo-pictures.ts'
import {
  bookDemoStock,
  insertCategories,
  insertContent,
  insertFamilies,
  insertImagesAndContents,
  insertProducts,
  insertWidePictures,
} from './demo.queries.ts'
import { seedDemoLicenses, writeDemoLicenses } from './demo-licenses.ts'
import { dateDemoChanges } from './demo-network.queries.ts'
import { insertDemoPosts } from './demo-posts.queries.ts'
import { deleteSeedRuns, insertSeedRun } from './demo-seed-runs.queries.ts'
import {
  createSignIns,
  createStaffSignIns,
  type DemoSignIn,
  type DemoStaffSignIn,
  hashPasswords,
  writeSignIns,
} from './demo-sign-ins.ts'
import { isEmptyShop } from './empty-shop.queries.ts'
import { seedNetwork } from './seed-network.ts'
import { seedOrderStates } from './seed-order-states.ts'
import { writeDemoBankFile } from './write-demo-bank-file.ts'

type DemoConfig = Pick<Config, 'dataDir' | 'secret' | 'secretPrevious'>
export type SeedResult = Result<{ products: number }, { code: 'not_empty' }>

const DAY_MS = 24 * 60 * 60 * 1000
/** The shop opened this many days before it is filled, and added one product per day. */
const OPEN_FOR_DAYS = 450

/**
 * Fills an empty shop with products, packages, pictures, page content, settings, members, a year of orders, posts, and
 * that year's closed months. The same seed gives the same shop, dated back from `now`; only the passwords are random.
 */
export async function seedDemoShop(
  connection: Connection,
  config: DemoConfig,
  now = new Date(),
  files = diskStore(config.dataDir),
): Promise<SeedResult> {
  const { db } = connection
  const { dataDir } = config
  if (!(await isEmptyShop(db))) return refuse({ code: 'not_empty' })
  // Pictures are copied before the rows that reference them, and outside the transaction because copying takes longer
  // than everything else.
  await copyDemoPictures(files)
  const licenses = await writeDemoLicenses(files, now)
  const signIns = createSignIns()
  const staffSignIns = createStaffSignIns()
  const passwordHashes = await hashPasswords([...signIns, ...staffSignIns])
  const settings = await openSettings(db, {})
  const settlingDays = settings.get('settling_days')
  const seeded = await inTransaction(db, async (trx) => {
    if (!(await isEmptyShop(trx))) return undefined
    await insertSeedRun(trx)
    const productIds = await seedCatalog(trx, now)
    const network = await seedNetwork(trx, { now, settlingDays, passwordHashes })
    await bookDemoStock(
      trx,
      demoProducts.flatMap(({ handle, stock }) => (stock === null ? [] : [{ productId: productIds(handle), stock }])),
    )
    await insertDemoPosts(trx, network.ids, now)
    await seedDemoLicenses(trx, network.ids, licenses, now)
    const staff = await seedDemoStaff(trx, staffSignIns, { passwordHashes, config, now })
    return { ...network, staff, productIds }
  })
  if (!seeded) return refuse({ code: 'not_empty' })
  await writeSignIns(dataDir, [...signIns, ...seeded.staff])
  const minimumPayoutCents = settings.get('minimum_payout')
  await closeDemoMonths(connection, { ...seeded, settlingDays, minimumPayoutCents, now })
  await dateDemoChanges(db)
  await writeDemoBankFile(db, dataDir, now)
  await seedOrderStates(db, seeded.productIds, await openSettings(db, {}))
  await deleteSeedRuns(db)
  return { ok: true, products: demoProducts.length }
}

/**
 * Creates one staff member per role, all able to sign in at once; the owner has an authenticator app, whose key is
 * returned with the sign-in.
 */
async function seedDemoStaff(
  trx: Transaction,
  signIns: readonly DemoStaffSignIn[],
  { passwordHashes, config, now }: { passwordHashes: Map<string, string>; config: DemoConfig; now: Date },
): Promise<DemoSignIn[]> {
  const secondFactors = makeStaffSecondFactors(config)
  const seeded: DemoSignIn[] = []
  for (const { name, role, ...signIn } of signIns) {
    const passwordHash = passwordHashes.get(signIn.email)
    if (passwordHash === undefined) throw new Error(`${signIn.email} has no password.`)
    const account = { email: signIn.email, name, role, passwordHash }
    const app = await seedStaff(trx, { kind: 'system', job: 'demo' }, account, { secondFactors, now })
    seeded.push({ ...signIn, totpSecret: app?.secret })
  }
  return seeded
}

async function publishDemoTexts(trx: Transaction, categoryIds: ReadonlyMap<string, number>): Promise<void> {
  const actor = { kind: 'system', job: 'demo' } as const
  const questions = demoFaqs.map(({ topic, question, answer }, index) => ({
    id: index + 1,
    topic,
    question,
    answer_html: answer,
  }))
  await createPublished(trx, actor, { content: { kind: 'faqs', body: { questions } } })
  await createPublished(trx, actor, {
    content: { kind: 'finder', body: { questions: listFinderQuestions(categoryIds) } },
  })
  await insertWidePictures(
    trx,
    demoSlides.slides.map(({ picture: { src, alt } }) => ({ file: toPictureFile(src), alt })),
  )
  await createPublished(trx, actor, { content: { kind: 'slides', body: demoSlides } })
  await createPublished(trx, actor, { content: { kind: 'notices', body: demoNotices } })
  await createPublished(trx, actor, { content: { kind: 'home', body: demoHome } })
  for (const [slug, template] of Object.entries(pageTemplates)) {
    const body = template({ shopName: demoSettings.shop_name })
    // The demo shop publishes the templates without the note to check them.
    const blocks = body.blocks.filter((block) => block !== TEMPLATE_NOTE)
    await createPublished(trx, actor, { slug, content: { kind: 'page', body: { ...body, blocks } } })
  }
}

const listFinderQuestions = (categoryIds: ReadonlyMap<string, number>): FinderBody['questions'] =>
  demoFinder.map(({ question, answers }, questionIndex) => ({
    id: questionIndex + 1,
    question,
    answers: answers.map(({ label, note = '', category, tags = [] }, index) => ({
      ...{ id: index + 1, label, note, tags, family_id: null },
      category_id: category === undefined ? null : (categoryIds.get(category) ?? null),
    })),
  }))

/** Returns a lookup from a product's handle to its id. */
export async function seedCatalog(trx: Transaction, now: Date): Promise<(handle: string) => ProductId> {
  const categoryIds = await insertCategories(trx, demoCategories)
  const datedProducts = demoProducts.map((product, day) => ({
    ...product,
    createdAt: new Date(now.getTime() - (OPEN_FOR_DAYS - day) * DAY_MS),
  }))
  const ids = await insertProducts(trx, datedProducts, categoryIds)
  const requireProductId = (handle: string) => {
    const id = ids.get(handle)
    if (id === undefined) throw new Error(`The demo shop has no product ${handle}.`)
    return id
  }
  await insertImagesAndContents(trx, demoProducts, requireProductId)
  await insertFamilies(trx, demoFamilies, requireProductId)
  await insertContent(trx, {
    terms: demoTerms,
    readers: demoReaders,
    newsletter: demoNewsletter,
  })
  await publishDemoTexts(trx, categoryIds)

  const { minimum_sub_total_cents: minimum, ...texts } = demoSettings
  const settings = { ...texts, minimum_sub_total: formatCents(cents(minimum)) }
  for (const [key, value] of Object.entries(settings) as [SettingKey, string][]) {
    const stored = await storeSetting(trx, key, value)
    if (!stored.ok) throw new Error(`The demo shop's setting ${key}: ${stored.refusal.code}`)
  }
  return requireProductId
}
