import { hash } from 'node:crypto'
import { customAlphabet } from 'nanoid'

/**
 * 256 random bits for a cookie or a link; only their hash is stored. Uses only letters and digits: email clients that
 * detect URLs in text drop a trailing dash.
 */
export const makeToken = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 43)

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
