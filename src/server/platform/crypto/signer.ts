import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs short texts with the shop's secret; a signature made for one purpose is invalid for any other. */
export type Signer = {
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
}

/** Signatures made with the previous secret are still accepted. */
export function makeSigner(secret: string, previous?: string): Signer {
  const signed = (key: string, purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url')
  const isSigned = (key: string, purpose: string, text: string, signature: string) => {
    const expected = Buffer.from(signed(key, purpose, text))
    const given = Buffer.from(signature)
    return expected.length === given.length && timingSafeEqual(expected, given)
  }
  return {
    sign: (purpose, text) => signed(secret, purpose, text),
    verify: (purpose, text, signature) =>
      isSigned(secret, purpose, text, signature) ||
      (previous !== undefined && isSigned(previous, purpose, text, signature)),
  }
}
