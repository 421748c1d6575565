import { prepareOwnShops } from './dedicated-shop.ts'
import { masque, shopStep } from './journey.ts'

/** Products that nearly every test buys; the demo stock is lower than their total. */
const BOUGHT_BY_JOURNEYS = [masque.id, 2]

/** Prepares shared data once before the first test; runs when the shop responds. */
export default async function prepareJourneys(): Promise<void> {
  await Promise.all([fillShelves(), prepareOwnShops()])
}

async function fillShelves(): Promise<void> {
  for (const id of BOUGHT_BY_JOURNEYS) await shopStep('receiveStock', id, 2000)
}
