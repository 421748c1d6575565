import { hash } from 'node:crypto'
import { customAlphabet } from 'nanoid'

/**
 * 256 random bits for a cookie or a link; only their hash is stored. Letters and digits alone: mail programs that make
 * links of what is written in a mail leave out a dash at its end.
 */
export const makeToken = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 43)

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
