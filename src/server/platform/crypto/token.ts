import { hash, randomBytes } from 'node:crypto'

/** 256 random bits for a cookie or a link; only their hash is stored. */
export const makeToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
