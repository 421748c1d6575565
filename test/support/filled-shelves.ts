import { masque, shopCommand } from './journey.ts'

/** Of what nearly every journey buys; the demo shop keeps less of it than all of them together. */
const BOUGHT_BY_JOURNEYS = [masque.id, 2]

/** Fills the shelves of the journeys' shop once, before the first of them; runs when the shop answers. */
export default async function fillShelves(): Promise<void> {
  for (const id of BOUGHT_BY_JOURNEYS)
    await shopCommand('stock', 'receive', String(id), '2000', '--reason', 'For the journeys')
}
