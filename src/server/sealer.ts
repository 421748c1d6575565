import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts what the database keeps but must not tell; sealed for one owner and purpose, it opens for no other. */
export type Sealer = {
  seal(purpose: string, owner: number, plain: Buffer): Buffer
  /** Throws when it was sealed under another secret, for somebody else, or was changed. */
  open(purpose: string, owner: number, sealed: Buffer): Buffer
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

export function makeSealer(secret: string): Sealer {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `seal ${purpose}`, KEY_BYTES))
  const ownerOf = (owner: number) => Buffer.from(String(owner))
  return {
    seal(purpose, owner, plain) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, keyFor(purpose), nonce, { authTagLength: TAG_BYTES }).setAAD(ownerOf(owner))
      const text = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text])
    },
    open(purpose, owner, sealed) {
      const nonce = sealed.subarray(0, NONCE_BYTES)
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
      const decipher = createDecipheriv(CIPHER, keyFor(purpose), nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(ownerOf(owner)).setAuthTag(tag)
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
    },
  }
}
