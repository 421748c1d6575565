import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { commandLineForSuite } from '#test/command-line.ts'
import { jobsForSuite } from '#test/shop.ts'
import { approveAs, makeStaff } from '#test/staff.ts'

const LEVELS = fileURLToPath(new URL('../../../docs/plan/levels.csv', import.meta.url))

describe('the plan from the command line', () => {
  const { shop, connection } = commandLineForSuite()
  const jobs = jobsForSuite(connection)
  const save = async (from: string, ...args: string[]) =>
    (await shop('plan', 'save', LEVELS, '--from', from, ...args)).output
  const listDirectLines = async () =>
    [...(await shop('plan', 'list')).output.matchAll(/from (\S+?)[;,].*direct line (\d+)/g)].map(([, from, bp]) => [
      from,
      bp,
    ])

  it('uses the direct-line rate of the previous version unless another is set', async () => {
    expect(await save('2099-01')).toBe('Version 2 of the plan applies from 2099-01.\n')
    await save('2099-03', '--direct-line', '275')
    await save('2099-04')
    await save('2099-02')
    await save('2099-05', '--direct-line', '0')
    await save('2099-06')
    expect((await listDirectLines()).toSorted()).toEqual([
      ['2000-01', '300'],
      ['2099-01', '300'],
      ['2099-02', '300'],
      ['2099-03', '275'],
      ['2099-04', '275'],
      ['2099-05', '0'],
      ['2099-06', '0'],
    ])
  })

  it('refuses an invalid rate, and a month that has begun or is long past', async () => {
    expect(await save('2099-07', '--direct-line', '2.75')).toBe('--direct-line is a rate in basis points, as 300.\n')
    expect(await save('1999-07')).toBe('1999-07 has begun. Choose a later month.\n')
    expect(await save('2026-07')).toBe('2026-07 has begun. Choose a later month.\n')
  })

  it('names the approval that two people have to give, and says when it replaces an earlier proposal', async () => {
    const { db } = connection()
    const [owner, manager] = [await makeStaff(db, 'owner'), await makeStaff(db, 'manager')]
    const propose = (directLine: string) =>
      save('2099-08', '--direct-line', directLine, '--reason', 'Agreed in June', '--by', owner.email)
    expect(await propose('200')).toMatch(/^This needs two people: approval \d+ is pending/)
    const output = await propose('250')
    expect(output).toMatch(
      /^This differs from the earlier proposal, which is now void along with its approval\.\nThis needs two people/,
    )
    const approvalId = Number(/approval (\d+) is pending/.exec(output)?.[1])
    for (const { actor } of [owner, manager])
      expect(await approveAs(db, actor, approvalId, jobs())).toMatchObject({ ok: true })
    expect((await shop('plan', 'list')).output).toContain('from 2099-08; direct line 250 basis points')
  })
})
