import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { recordAddress, withRecordedAddress } from './shop-address.ts'

const folder = mkdtempSync(join(tmpdir(), 'salonfront-address-'))
afterAll(() => rmSync(folder, { recursive: true }))
const urlOf = (env: Record<string, string> = {}) =>
  withRecordedAddress(readConfig({ DATA_DIR: folder, ...env })).publicUrl

test('links lead to the shop that runs on the data', () => {
  expect(urlOf()).toBe('http://localhost:3000')
  recordAddress(folder, 'http://localhost:3112')
  expect(urlOf()).toBe('http://localhost:3112')
  expect(urlOf({ PUBLIC_URL: 'https://shop.example' })).toBe('https://shop.example')
  writeFileSync(join(folder, 'address'), 'damaged')
  expect(urlOf({ PORT: '3005' })).toBe('http://localhost:3005')
})
