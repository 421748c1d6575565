import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs short texts with the shop's secret; a signature made for one purpose is invalid for any other. */
export type Signer = {
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
}

/** Signatures made with the previous secret are still accepted. */
export function makeSigner(secret: string, previous?: string): Signer {
  const computeSignature = (key: string, purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url')
  const isValid = (key: string, purpose: string, text: string, signature: string) => {
    const expected = Buffer.from(computeSignature(key, purpose, text))
    const actual = Buffer.from(signature)
    return expected.length === actual.length && timingSafeEqual(expected, actual)
  }
  return {
    sign: (purpose, text) => computeSignature(secret, purpose, text),
    verify: (purpose, text, signature) =>
      isValid(secret, purpose, text, signature) ||
      (previous !== undefined && isValid(previous, purpose, text, signature)),
  }
}
