import { parseTrackingNumber } from '#domain/fulfillment/carriers.ts'
import { decodePaymentReference, REFERENCE_COUNT } from '#domain/orders/payment-reference.ts'
import { parseOrderNumber, parseSearchWords, removeNumberPrefixes } from '#domain/orders/search-words.ts'
import { findByMemoCode } from '#server/orders/read-order.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { buildWordsCondition, type Condition, findByTracking, findProductsBySku } from './order-filter.queries.ts'

/** A parsed search: the condition on `order_search`, and the orders whose number or code was typed. */
export type OrderSearch = { words: Condition; exact: number[] }

/** Returns undefined for an empty search. */
export async function readOrderSearch(db: Database, searchText: string): Promise<OrderSearch | undefined> {
  if (searchText === '') return undefined
  const [exact, words] = await Promise.all([
    findExactOrders(db, removeNumberPrefixes(searchText.trim())),
    Promise.all(
      parseSearchWords(searchText).map(async ({ text, digits }) => ({
        written: digits === undefined ? [text] : [text, digits],
        products: await findProductsBySku(db, text),
        orders: await findOrdersByNumber(db, text),
      })),
    ),
  ])
  return { words: buildWordsCondition(words, exact), exact }
}

/** Finds orders whose number, payment reference or tracking number is the entire text. */
async function findExactOrders(db: Database, searchText: string): Promise<number[]> {
  const trackingNumber = parseTrackingNumber(searchText)
  const matches = await Promise.all([
    findOrdersByNumber(db, searchText),
    trackingNumber === undefined ? [] : findByTracking(db, trackingNumber),
  ])
  return [...new Set(matches.flat())]
}

async function findOrdersByNumber(db: Database, word: string): Promise<number[]> {
  const number = parseOrderNumber(word)
  // Most words are not payment references and need no lookup.
  const isCode = decodePaymentReference(word, REFERENCE_COUNT).length > 0
  return [...(number === undefined ? [] : [number]), ...(isCode ? await findByMemoCode(db, word) : [])]
}
