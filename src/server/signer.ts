import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs small texts with the shop's secret; a signature made for one purpose is worth nothing for another. */
export type Signer = {
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
}

export function makeSigner(secret: string): Signer {
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')
  return {
    sign,
    verify(purpose, text, signature) {
      const expected = Buffer.from(sign(purpose, text))
      const given = Buffer.from(signature)
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
  }
}
