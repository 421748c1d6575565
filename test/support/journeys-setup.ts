import { masque, shopCommand } from './journey.ts'
import { prepareOwnShops } from './own-shop.ts'

/** Of what nearly every journey buys; the demo shop keeps less of it than all of them together. */
const BOUGHT_BY_JOURNEYS = [masque.id, 2]

/** Prepares what journeys start from, once, before the first of them; runs when their shop answers. */
export default async function prepareJourneys(): Promise<void> {
  await Promise.all([fillShelves(), prepareOwnShops()])
}

async function fillShelves(): Promise<void> {
  for (const id of BOUGHT_BY_JOURNEYS)
    await shopCommand('stock', 'receive', String(id), '2000', '--reason', 'For the journeys')
}
