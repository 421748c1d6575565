import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { migrate } from '#server/platform/database/migrate.ts'

export type Order = { id: number; marker: string }
/** Expected content after the cut, and the uploaded files by the title of their post. */
export type ExpectedState = {
  dataDir: string
  secret: string | undefined
  orders: Order[]
  posts: string[]
  images: { file: string; hash: string }[]
  attachments: Record<string, string>
}

/** Opens the result of a power cut like the next start of the shop; returns what is wrong with it. */
async function checkState(expected: ExpectedState): Promise<string[]> {
  const config = readConfig({ DATA_DIR: expected.dataDir })
  const problems: string[] = []
  if (expected.secret !== undefined && config.secret !== expected.secret) problems.push('the secret has changed')
  const connection = await openDatabase({ databaseUrl: '', dataDir: expected.dataDir, durable: false, mode: 'serve' })
  try {
    await migrate(connection)
    problems.push(...(await verifyShop(connection.db, expected.dataDir)).findings)
    problems.push(...(await findLostOrders(connection, expected)), ...(await findLostFiles(connection, expected)))
  } finally {
    await connection.close()
  }
  return problems
}

async function findLostOrders({ pool }: Connection, { orders }: ExpectedState): Promise<string[]> {
  const { rows } = await pool.query<Order>(
    `select order_id as id, address_1 as marker from order_addresses where address_1 like 'marker-%'`,
  )
  const idsByMarker = new Map(rows.map(({ id, marker }) => [marker, id]))
  const duplicateCount = rows.length - idsByMarker.size
  const lost = orders.filter(({ id, marker }) => idsByMarker.get(marker) !== id)
  return [
    ...(lost.length > 0 ? [`${lost.length} of ${orders.length} acknowledged orders were lost`] : []),
    ...(duplicateCount > 0 ? [`${duplicateCount} orders are duplicated`] : []),
  ]
}

async function findLostFiles(
  { pool }: Connection,
  { dataDir, posts, images, attachments }: ExpectedState,
): Promise<string[]> {
  const hashOf = (file: string) =>
    readFile(join(dataDir, 'uploads', file)).then(
      (bytes) => createHash('sha256').update(bytes).digest('hex'),
      () => 'none',
    )
  const { rows } = await pool.query<{ title: string; file: string }>(
    `select title, attachment_file as file from posts where title like 'cut-%'`,
  )
  const problems: string[] = []
  for (const { title, file } of rows) {
    if ((await hashOf(file)) !== attachments[title]) problems.push(`the attachment of ${title} is incomplete`)
  }
  const titles = new Set(rows.map(({ title }) => title))
  for (const title of posts) if (!titles.has(title)) problems.push(`the post ${title} is lost`)
  for (const { file, hash } of images) if ((await hashOf(file)) !== hash) problems.push(`the picture ${file} is lost`)
  return problems
}

process.on('message', (expected: ExpectedState) => {
  checkState(expected).then(
    (problems) => process.send?.(problems),
    (error) => process.send?.([`does not start: ${error instanceof Error ? describe(error) : error}`]),
  )
})

const describe = ({ message, cause }: Error): string => (cause ? `${message} (${cause})` : message)
