import { expect, it, vi } from 'vitest'
import { renameFormerVariables } from './former-variables.ts'

it.each([
  ['ERASED_LIST', 'ERASURE_LIST'],
  ['SHOP_APPROVE_LICENCES', 'SHOP_APPROVE_LICENSES'],
  ['SHOP_LICENCE_FOR_ORDERS', 'SHOP_LICENSE_FOR_ORDERS'],
])('%s is read as %s, with a warning', (former, current) => {
  const env: NodeJS.ProcessEnv = { [former]: 'value', PORT: '80' }
  const warn = vi.fn()
  renameFormerVariables(env, warn)
  expect(env).toEqual({ [current]: 'value', PORT: '80' })
  expect(warn.mock.calls).toEqual([[expect.stringContaining(`${former} is now ${current}.`)]])
})

it('the current name takes precedence, and several old names cause one warning', () => {
  const env: NodeJS.ProcessEnv = { ERASED_LIST: 'old', ERASURE_LIST: 'new', SHOP_APPROVE_LICENCES: 'on' }
  const warn = vi.fn()
  renameFormerVariables(env, warn)
  expect(env).toEqual({ ERASURE_LIST: 'new', SHOP_APPROVE_LICENSES: 'on' })
  expect(warn).toHaveBeenCalledTimes(1)
})

it('current and empty variables cause no warning', () => {
  const warn = vi.fn()
  renameFormerVariables({ ERASURE_LIST: 'new', ERASED_LIST: '' }, warn)
  expect(warn).not.toHaveBeenCalled()
})
