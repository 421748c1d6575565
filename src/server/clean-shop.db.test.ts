import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'
import { cleanShop } from './clean-shop.ts'

databaseTest('the nightly cleanup', (connection) => {
  const suite = appForSuite(connection)
  const countCleanups = async () =>
    (await connection().pool.query(`select from operations where kind = 'clean'`)).rowCount

  it('continues after a failing step and is complete only when every step succeeds', async () => {
    const { services } = suite()
    const { config } = services
    const incoming = join(config.dataDir, 'incoming')
    await mkdir(incoming, { recursive: true })
    await writeFile(join(incoming, 'cut-off'), '')
    await utimes(join(incoming, 'cut-off'), 0, 0)

    const brokenServices = { ...services, config: { ...config, erasedList: config.dataDir } }
    await expect(cleanShop(brokenServices)).rejects.toThrow('EISDIR')
    expect(await readdir(incoming)).toEqual([])
    expect(await countCleanups()).toBe(0)

    await cleanShop(services)
    expect(await countCleanups()).toBe(1)
  })
})
