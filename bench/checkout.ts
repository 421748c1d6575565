import { Client } from './support/client.ts'
import { makeDatabase } from './support/database.ts'
import { reportFigure } from './support/figures.ts'
import { assertNoFailures, formatRate, measure, medianRate } from './support/load.ts'
import { startShop } from './support/server.ts'
import { findUntrackedProduct, placeGuestOrder } from './support/shopper.ts'

const SHOPPERS = 8
const TOTAL = 1_500
const ROUNDS = 3

/** A guest's whole checkout, with concurrent shoppers. */
export async function run(): Promise<void> {
  const database = await makeDatabase('salonfront_bench_checkout')
  const shop = await startShop({ databaseUrl: database.url })
  const client = new Client(shop.port, SHOPPERS)
  try {
    const productId = await findUntrackedProduct(database.url)
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push(await measure(TOTAL, SHOPPERS, () => placeGuestOrder(client, productId)))
    }
    assertNoFailures(...rounds)
    reportFigure(`guest checkout, ${SHOPPERS} shoppers`, formatRate(medianRate(rounds)))
    const cpu = ((await shop.cpuSeconds()) * 1000) / (TOTAL * ROUNDS)
    reportFigure('CPU of the shop', `${cpu.toFixed(2)}ms per checkout`)
    reportFigure('memory after the run', `${(await shop.memoryMiB()).toFixed(0)} MiB`)
  } finally {
    client.close()
    await shop.stop()
    await database.drop()
  }
}
