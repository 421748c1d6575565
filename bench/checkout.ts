import { Client } from './support/client.ts'
import { makeDatabase } from './support/database.ts'
import { tell } from './support/figures.ts'
import { measure, medianRate, refuseFailures, summarised } from './support/load.ts'
import { startShop } from './support/server.ts'
import { checkOut, firstUncounted } from './support/shopper.ts'

const SHOPPERS = 8
const TOTAL = 1_500
const ROUNDS = 3

/** A guest's whole checkout, with concurrent shoppers. */
export async function run(): Promise<void> {
  const database = await makeDatabase('salonfront_bench_checkout')
  const shop = await startShop({ databaseUrl: database.url })
  const client = new Client(shop.port, SHOPPERS)
  try {
    const productId = await firstUncounted(database.url)
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push(await measure(TOTAL, SHOPPERS, () => checkOut(client, productId)))
    }
    refuseFailures(...rounds)
    tell(`guest checkout, ${SHOPPERS} shoppers`, summarised(medianRate(rounds)))
    const cpu = ((await shop.cpuSeconds()) * 1000) / (TOTAL * ROUNDS)
    tell('CPU of the shop', `${cpu.toFixed(2)} ms a checkout`)
    tell('memory after the run', `${(await shop.memoryMiB()).toFixed(0)} MiB`)
  } finally {
    client.close()
    await shop.stop()
    await database.drop()
  }
}
