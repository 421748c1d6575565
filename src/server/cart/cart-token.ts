import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits: the cookie that opens a cart. */
export const makeCartToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
