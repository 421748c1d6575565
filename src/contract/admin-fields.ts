import * as z from 'zod/mini'
import { requiredText } from './fields.ts'
import { ownMessages } from './messages.ts'

const REASON_LIMIT = 500
/** Why somebody behind the counter does what they do. */
export const reason = requiredText('Please say why.', REASON_LIMIT)

const MOST_DOLLARS = 1e9
const isWholeCents = (value: number): boolean => Math.abs(value * 100 - Math.round(value * 100)) < 1e-4
/** Dollars that staff enter. */
export const amount = z
  .number({ error: 'Please enter the amount.' })
  .check(
    z.minimum(0, 'An amount is not below zero.'),
    z.maximum(MOST_DOLLARS, ownMessages.malformed),
    z.refine(isWholeCents, 'An amount has at most two decimals.'),
  )
