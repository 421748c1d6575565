import { parseTrackingNumber } from '#domain/fulfillment/carriers.ts'
import { decodePaymentReference, REFERENCE_COUNT } from '#domain/orders/payment-reference.ts'
import { parseOrderNumber, parseSearchWords, removeNumberPrefixes } from '#domain/orders/search-words.ts'
import { findByMemoCode } from '#server/orders/read-order.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { type Condition, findByTracking, findProductsBySku, wordsCondition } from './order-filter.queries.ts'

/** A parsed search: the condition on `order_search`, and the orders whose number or code was typed. */
export type OrderSearch = { words: Condition; exact: number[] }

/** Returns undefined for an empty search. */
export async function readOrderSearch(db: Database, typed: string): Promise<OrderSearch | undefined> {
  if (typed === '') return undefined
  const [exact, words] = await Promise.all([
    findExactly(db, removeNumberPrefixes(typed.trim())),
    Promise.all(
      parseSearchWords(typed).map(async ({ text, digits }) => ({
        written: digits === undefined ? [text] : [text, digits],
        products: await findProductsBySku(db, text),
        orders: await findNumbered(db, text),
      })),
    ),
  ])
  return { words: wordsCondition(words, exact), exact }
}

/** Finds orders whose number, payment reference or tracking number is the entire text. */
async function findExactly(db: Database, typed: string): Promise<number[]> {
  const trackingNumber = parseTrackingNumber(typed)
  const found = await Promise.all([
    findNumbered(db, typed),
    trackingNumber === undefined ? [] : findByTracking(db, trackingNumber),
  ])
  return [...new Set(found.flat())]
}

async function findNumbered(db: Database, word: string): Promise<number[]> {
  const number = parseOrderNumber(word)
  // Most words are not payment references and need no lookup.
  const isCode = decodePaymentReference(word, REFERENCE_COUNT).length > 0
  return [...(number === undefined ? [] : [number]), ...(isCode ? await findByMemoCode(db, word) : [])]
}
