import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

const addressFile = (dataDir: string): string => join(dataDir, 'address')

/** Records the URL of the running shop: the command line has no other way to know its port. */
export const recordAddress = (dataDir: string, url: string): void =>
  writeFileSync(addressFile(dataDir), `${url}\n`, { mode: 0o600 })

/** Returns the configuration with the URL of the shop that runs on its data, or ran last, unless PUBLIC_URL is set. */
export function withRecordedAddress(config: Config): Config {
  if (config.publicUrlGiven) return config
  try {
    const { origin } = new URL(readFileSync(addressFile(config.dataDir), 'utf8').trim())
    return { ...config, publicUrl: origin }
  } catch {
    // No shop has run on this data.
    return config
  }
}
