import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { recordAddress, withRecordedAddress } from './shop-address.ts'

const folder = mkdtempSync(join(tmpdir(), 'salonfront-address-'))
afterAll(() => rmSync(folder, { recursive: true }))
const readUrl = (env: Record<string, string> = {}) =>
  withRecordedAddress(readConfig({ DATA_DIR: folder, ...env })).publicUrl

test('links lead to the shop that runs on the data', () => {
  expect(readUrl()).toBe('http://localhost:3000')
  recordAddress(folder, 'http://localhost:3112')
  expect(readUrl()).toBe('http://localhost:3112')
  expect(readUrl({ PUBLIC_URL: 'https://shop.example' })).toBe('https://shop.example')
  writeFileSync(join(folder, 'address'), 'damaged')
  expect(readUrl({ PORT: '3005' })).toBe('http://localhost:3005')
})
