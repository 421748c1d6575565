import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { listenErrorMessage } from './listen-error-message.ts'

async function listenError(port: number, host: string): Promise<NodeJS.ErrnoException> {
  const [error] = await once(createServer().listen(port, host), 'error')
  return error
}

it('reports a port in use, or a host that is not an address of this machine', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const portError = await listenError(port, '127.0.0.1')
  other.close()
  expect(listenErrorMessage({ host: '127.0.0.1', port }, portError)).toBe(
    `Port ${port} of 127.0.0.1 is taken by another program. Stop it first, or choose another PORT.`,
  )
  // An address reserved for documentation (RFC 5737), which no machine has.
  const hostError = await listenError(0, '192.0.2.1')
  expect(listenErrorMessage({ host: '192.0.2.1', port: 80 }, hostError)).toBe(
    'HOST=192.0.2.1 is not an address of this machine.',
  )
  expect(listenErrorMessage({ host: '127.0.0.1', port: 80 }, { ...hostError, code: 'EMFILE' })).toBeUndefined()
})
