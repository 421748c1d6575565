import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

const fileIn = (dataDir: string): string => join(dataDir, 'address')

/** Records where the shop is open: the command line has no other way to know its port. */
export const recordAddress = (dataDir: string, url: string): void =>
  writeFileSync(fileIn(dataDir), `${url}\n`, { mode: 0o600 })

/** The configuration with the address of the shop that runs on its data, or ran last, unless PUBLIC_URL names one. */
export function withRecordedAddress(config: Config): Config {
  if (config.publicUrlGiven) return config
  try {
    const { origin } = new URL(readFileSync(fileIn(config.dataDir), 'utf8').trim())
    return { ...config, publicUrl: origin }
  } catch {
    // No shop has run on these data.
    return config
  }
}
