import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandLineForSuite } from '#test/command-line.ts'

describe('customer text on the command line', () => {
  const { folder, shop } = commandLineForSuite()

  it('is printed without control characters', async () => {
    const rows = 'Date,Description,Amount\n11/20/2026,ANA,13.00\n11/20/2026,N\u001b]0;owned\u0007\u009b2J 1,soon\n'
    writeFileSync(join(folder, 'bank.csv'), rows)
    expect(await shop('bank', 'import', 'bank.csv')).toEqual({
      code: 0,
      output: expect.stringContaining('Line 3 was skipped, no amount: 11/20/2026, N ]0;owned  2J 1, soon\n'),
    })
  })
})
