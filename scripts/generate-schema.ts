import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../src/server/platform/database/connect.ts'
import { migrate } from '../src/server/platform/database/migrate.ts'
import { dumpSchema } from './schema/dump-schema.ts'
import { describeTables } from './schema/table-types.ts'

// Writes db/schema.sql and the table types from a freshly migrated database; --check only compares.

const root = fileURLToPath(new URL('..', import.meta.url))
const dataDir = await mkdtemp(join(tmpdir(), 'salonfront-schema-'))
const connection = await openDatabase({ databaseUrl: undefined, dataDir, durable: false, mode: 'serve' })
const generated = new Map<string, string>()
try {
  await migrate(connection)
  generated.set('db/schema.sql', await dumpSchema(connection.pool))
  generated.set('src/server/platform/database/tables.generated.ts', await describeTables(connection.pool))
} finally {
  await connection.close()
  await rm(dataDir, { recursive: true })
}

if (process.argv.includes('--check')) {
  for (const [file, text] of generated) {
    if ((await readFile(join(root, file), 'utf8').catch(() => '')) === text) continue
    process.stderr.write(`${file} does not match db/migrations. Run: node scripts/generate-schema.ts\n`)
    process.exitCode = 1
  }
} else {
  for (const [file, text] of generated) await writeFile(join(root, file), text)
}
