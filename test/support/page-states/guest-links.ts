import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeGuestOrderPath } from '#server/orders/guest-link.ts'
import { makeSigner } from '#server/platform/crypto/signer.ts'
import { dataDir } from '../e2e-helpers.ts'

/** The link to a guest's order that was emailed at a time. */
export async function makeGuestLink(id: number, sentAt = Date.now()): Promise<string> {
  const secret = await readFile(join(dataDir(), 'secret'), 'utf8')
  return makeGuestOrderPath(makeSigner(secret.trim()), { id, corrections: 0 }, sentAt)
}
