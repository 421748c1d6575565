import { prepareDedicatedShops } from './dedicated-shop.ts'
import { masque, shopStep } from './e2e-helpers.ts'

/** Products that nearly every test buys; the demo stock is lower than their total. */
const BOUGHT_PRODUCTS = [masque.id, 2]

/** Prepares shared data once before the first test; runs when the shop responds. */
export default async function prepareEndToEndTests(): Promise<void> {
  await Promise.all([receiveStock(), prepareDedicatedShops()])
}

async function receiveStock(): Promise<void> {
  for (const id of BOUGHT_PRODUCTS) await shopStep('receiveStock', id, 2000)
}
