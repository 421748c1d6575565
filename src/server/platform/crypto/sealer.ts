import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts data that the database stores but must not reveal; data sealed for one owner and purpose opens for no other.
 */
export type Sealer = {
  seal(purpose: string, owner: number, plain: Buffer): Buffer
  /** Throws if the data was sealed under another secret or for another owner, or was altered. */
  open(purpose: string, owner: number, sealed: Buffer): Buffer
  /**
   * Reseals data under the current secret if it was sealed under the previous one; undefined if nothing is to be done.
   */
  renewed(purpose: string, owner: number, sealed: Buffer): Buffer | undefined
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Data sealed under the previous secret still opens. */
export function makeSealer(secret: string, previous?: string): Sealer {
  const deriveKey = (sourceSecret: string, purpose: string) =>
    Buffer.from(hkdfSync('sha256', sourceSecret, '', `seal ${purpose}`, KEY_BYTES))
  const encodeOwner = (owner: number) => Buffer.from(String(owner))

  function openWith(sourceSecret: string, purpose: string, owner: number, sealed: Buffer): Buffer {
    const nonce = sealed.subarray(0, NONCE_BYTES)
    const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
    const decipher = createDecipheriv(CIPHER, deriveKey(sourceSecret, purpose), nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(encodeOwner(owner)).setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  }
  /** The authentication tag proves whether it was sealed under this secret. */
  function canOpenWith(sourceSecret: string, purpose: string, owner: number, sealed: Buffer): boolean {
    try {
      openWith(sourceSecret, purpose, owner, sealed)
      return true
    } catch {
      return false
    }
  }
  function seal(purpose: string, owner: number, plain: Buffer): Buffer {
    const nonce = randomBytes(NONCE_BYTES)
    const options = { authTagLength: TAG_BYTES }
    const cipher = createCipheriv(CIPHER, deriveKey(secret, purpose), nonce, options).setAAD(encodeOwner(owner))
    const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
  }
  return {
    seal,
    open(purpose, owner, sealed) {
      const usesPrevious = previous !== undefined && !canOpenWith(secret, purpose, owner, sealed)
      return openWith(usesPrevious ? previous : secret, purpose, owner, sealed)
    },
    renewed(purpose, owner, sealed) {
      if (previous === undefined || canOpenWith(secret, purpose, owner, sealed)) return undefined
      return seal(purpose, owner, openWith(previous, purpose, owner, sealed))
    },
  }
}
