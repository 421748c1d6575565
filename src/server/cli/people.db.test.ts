import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { commandLineForSuite } from '#test/command-line.ts'

describe('staff on the command line', () => {
  const { connection, shop } = commandLineForSuite()
  const findLink = (output: string) => /\/admin\/set-password\/[\w-]{43}/.exec(output)?.[0]

  it('adding an existing staff member changes nothing and names the commands that would', async () => {
    const added = await shop('staff', 'add', 'new@shop.example', '--role', 'clerk', '--name', 'Noor')
    expect([added.code, findLink(added.output)]).toEqual([0, expect.any(String)])
    expect(await shop('staff', 'add', ' New@Shop.example ', '--role', 'manager')).toEqual({
      code: 1,
      output:
        'new@shop.example is already on the staff. `staff set new@shop.example --role ROLE` changes the role, `staff reset-password new@shop.example` prints a new link.\n',
    })
    const { rows } = await connection().pool.query(`select role, name from staff where email = 'new@shop.example'`)
    expect(rows).toEqual([{ role: 'clerk', name: 'Noor' }])
  })
})

describe('a command whose output is closed', () => {
  it('ends quietly, as other programs do', async () => {
    const program = fileURLToPath(new URL('../shop.ts', import.meta.url))
    const child = spawn(process.execPath, [program, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
    // `head -1` closes the pipe once it has its line; this test closes it before the first.
    child.stdout.destroy()
    let output = ''
    child.stderr.on('data', (part) => {
      output += part
    })
    const [code] = await once(child, 'close')
    expect({ code, output }).toEqual({ code: 141, output: '' })
  })
})
