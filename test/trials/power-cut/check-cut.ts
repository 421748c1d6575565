import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { verifyShop } from '#server/verify/verify-shop.ts'

export type Order = { id: number; marker: string }
/** Expected content after the cut, and the uploaded files by the title of their post. */
export type Cut = {
  dataDir: string
  secret: string | undefined
  orders: Order[]
  posts: string[]
  pictures: { file: string; hash: string }[]
  attachments: Record<string, string>
}

/** Opens the result of a power cut like the next start of the shop; returns what is wrong with it. */
async function check(cut: Cut): Promise<string[]> {
  const config = readConfig({ DATA_DIR: cut.dataDir })
  const faults: string[] = []
  if (cut.secret !== undefined && config.secret !== cut.secret) faults.push('the secret has changed')
  const connection = await openDatabase({ databaseUrl: '', dataDir: cut.dataDir, durable: false, mode: 'serve' })
  try {
    await migrate(connection)
    faults.push(...(await verifyShop(connection.db, cut.dataDir)).findings)
    faults.push(...(await lostOrders(connection, cut)), ...(await lostFiles(connection, cut)))
  } finally {
    await connection.close()
  }
  return faults
}

async function lostOrders({ pool }: Connection, { orders }: Cut): Promise<string[]> {
  const { rows } = await pool.query<Order>(
    `select order_id as id, address_1 as marker from order_addresses where address_1 like 'marker-%'`,
  )
  const found = new Map(rows.map(({ id, marker }) => [marker, id]))
  const doubled = rows.length - found.size
  const lost = orders.filter(({ id, marker }) => found.get(marker) !== id)
  return [
    ...(lost.length > 0 ? [`${lost.length} of ${orders.length} acknowledged orders were lost`] : []),
    ...(doubled > 0 ? [`${doubled} orders are duplicated`] : []),
  ]
}

async function lostFiles({ pool }: Connection, { dataDir, posts, pictures, attachments }: Cut): Promise<string[]> {
  const hashOf = (file: string) =>
    readFile(join(dataDir, 'uploads', file)).then(
      (bytes) => createHash('sha256').update(bytes).digest('hex'),
      () => 'none',
    )
  const { rows } = await pool.query<{ title: string; file: string }>(
    `select title, attachment_file as file from posts where title like 'cut-%'`,
  )
  const faults: string[] = []
  for (const { title, file } of rows) {
    if ((await hashOf(file)) !== attachments[title]) faults.push(`the attachment of ${title} is incomplete`)
  }
  const present = new Set(rows.map(({ title }) => title))
  for (const title of posts) if (!present.has(title)) faults.push(`the post ${title} is lost`)
  for (const { file, hash } of pictures) if ((await hashOf(file)) !== hash) faults.push(`the picture ${file} is lost`)
  return faults
}

process.on('message', (cut: Cut) => {
  check(cut).then(
    (faults) => process.send?.(faults),
    (fault) => process.send?.([`it does not start: ${fault instanceof Error ? describe(fault) : fault}`]),
  )
})

const describe = ({ message, cause }: Error): string => (cause ? `${message} (${cause})` : message)
