import { hash } from 'node:crypto'
import { nanoid } from 'nanoid'

/** 258 random bits for a cookie or a link; only their hash is stored. */
export const makeToken = (): string => nanoid(43)

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
