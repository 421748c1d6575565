import { setTimeout as pause } from 'node:timers/promises'
import { lockDirectory } from '#server/platform/database/directory-lock.ts'

// A process for tests to kill: node test/support/database-child.ts <role> <dataDir> [migrations [emptyEngines]]. Prints
// one line when it reaches the point that its role is for.

const [role, dataDir = '', folder, emptyEngines] = process.argv.slice(2)
const print = (line: string | number) => process.stdout.write(`${line}\n`)
const hang = () => pause(60_000)
// Loaded on demand: the process that only locks is started many times.
const open = async (mode: 'serve' | 'join') => {
  const { openDatabase } = await import('#server/platform/database/connect.ts')
  // A killed process loses nothing that the operating system has; only the writer waits for the disk, as in production.
  return openDatabase({
    databaseUrl: process.env.DATABASE_URL,
    dataDir,
    durable: role === 'write',
    mode,
    emptyEngines: emptyEngines || undefined,
  })
}

switch (role) {
  case 'lock': {
    lockDirectory(dataDir)
    print('locked')
    await hang()
    break
  }
  case 'serve': {
    await open('serve')
    print('serving')
    await hang()
    break
  }
  case 'write': {
    const { pool } = await open('serve')
    for (;;) {
      const { rows } = await pool.query('insert into written default values returning id')
      print(rows[0].id)
    }
  }
  case 'transaction': {
    const { pool } = await open('join')
    const client = await pool.connect()
    await client.query('begin')
    await client.query(`insert into settings (key, value) values ('unfinished', '')`)
    print('inside')
    await hang()
    break
  }
  case 'migrate': {
    const connection = await open('serve')
    const { migrate } = await import('#server/platform/database/migrate.ts')
    print('migrating')
    await migrate(connection, folder, { onApplied: print })
    print('migrated')
    await connection.close()
    break
  }
  default:
    throw new Error(`Unknown role ${role}.`)
}
