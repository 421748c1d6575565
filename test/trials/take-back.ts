import { join } from 'node:path'
import { outboxOf } from './outbox.ts'
import { makeTrialShop, neverSellOut, require, say } from './shop-for-trial.ts'
import { PRODUCT, type Step, takeOver } from './take-over.ts'

const TOGETHER = Number(process.env.TOGETHER ?? 24)
/** Limits the number of sequences of each kind, evenly selected; unlimited by default. */
const SOME = Number(process.env.ORDERS ?? Number.POSITIVE_INFINITY)

/** Steps of a thief, tested in every order. */
const DEEDS: readonly (readonly Step[])[] = [
  ['change', 'confirm', 'password', 'second factor', 'register'],
  ['change', 'change', 'confirm', 'password', 'second factor', 'register'],
  ['change', 'confirm', 'change', 'confirm', 'password', 'second factor', 'register'],
  ['change', 'confirm', 'password', 'payouts', 'erasure'],
]

/**
 * docs/security G29: someone who had a session and knew the password keeps no access after the owner reclaimed the
 * account.
 */
export async function reversals(engine: 'embedded' | 'postgres'): Promise<void> {
  const trial = await makeTrialShop(engine)
  const shop = await trial.start()
  try {
    await neverSellOut(trial, PRODUCT)
    const outbox = outboxOf(join(trial.environment.DATA_DIR, 'outbox'))
    const orders = DEEDS.flatMap((steps) => some(everyOrder(steps), SOME))
    const holes: string[] = []
    const done = { confirmed: 0, stopped: 0, refused: 0 }
    let next = 0
    const works = Array.from({ length: TOGETHER }, async () => {
      while (next < orders.length) {
        const number = next++
        const steps = orders[number] as Step[]
        const outcome = await takeOver(shop.port, outbox, number, steps).catch(cameToNothing)
        done[outcome.confirmed ? 'confirmed' : 'stopped']++
        done.refused += outcome.refused
        for (const hole of outcome.holes) {
          holes.push(`${steps.join(', ')}: ${hole}`)
          say(`HOLE after ${holes.at(-1)}`)
        }
        if ((number + 1) % 100 === 0) say(`${number + 1} of ${orders.length} …`)
      }
    })
    await Promise.all(works)
    say(
      `${orders.length} sequences of a thief's steps: the email was changed ${done.confirmed} times and still pending ${done.stopped} times; ${done.refused} steps were refused on the way. ${holes.length} holes.`,
    )
    require(orders.length > 0 && done.confirmed > 0 && done.stopped > 0, 'too few steps took effect')
    require(holes.length === 0, `${holes.length} holes`)
  } finally {
    await shop.stop()
    await trial.remove()
  }
}

/** A missing email or a failed call that must succeed: the owner did not get that far. */
const cameToNothing = (error: Error) => ({ holes: [error.message], refused: 0, confirmed: false })

/** Every distinct order of these steps, some of which are equal. */
function everyOrder(steps: readonly Step[]): Step[][] {
  if (steps.length === 0) return [[]]
  return [...new Set(steps)].flatMap((first) => {
    const rest = [...steps]
    rest.splice(rest.indexOf(first), 1)
    return everyOrder(rest).map((order) => [first, ...order])
  })
}

const some = <Item>(items: Item[], most: number): Item[] =>
  items.length <= most
    ? items
    : Array.from({ length: most }, (_, n) => items[Math.floor((n * items.length) / most)] as Item)
