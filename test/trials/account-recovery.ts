import { join } from 'node:path'
import { PRODUCT, runAttack, type Step } from './account-attack.ts'
import { assertThat, createTrialShop, disableStockTracking, log } from './trial-shop.ts'
import { watchOutbox } from './watch-outbox.ts'

const CONCURRENCY = Number(process.env.TOGETHER ?? 24)
/** Limits the number of sequences of each kind, evenly selected; unlimited by default. */
const MAX_SEQUENCES = Number(process.env.ORDERS ?? Number.POSITIVE_INFINITY)

/** Steps of an attacker, tested in every order. */
const ATTACKS: readonly (readonly Step[])[] = [
  ['change', 'confirm', 'password', 'second factor', 'register'],
  ['change', 'change', 'confirm', 'password', 'second factor', 'register'],
  ['change', 'confirm', 'change', 'confirm', 'password', 'second factor', 'register'],
  ['change', 'confirm', 'password', 'payouts', 'erasure'],
]

/**
 * docs/security G29: someone who had a session and knew the password keeps no access after the owner reclaimed the
 * account.
 */
export async function accountRecovery(engine: 'embedded' | 'postgres'): Promise<void> {
  const trial = await createTrialShop(engine)
  const shop = await trial.start()
  try {
    await disableStockTracking(trial, PRODUCT)
    const outbox = watchOutbox(join(trial.environment.DATA_DIR, 'outbox'))
    const sequences = ATTACKS.flatMap((steps) => sample(permutations(steps), MAX_SEQUENCES))
    const holes: string[] = []
    const counts = { confirmed: 0, stopped: 0, refused: 0 }
    let next = 0
    const workers = Array.from({ length: CONCURRENCY }, async () => {
      while (next < sequences.length) {
        const number = next++
        const steps = sequences[number] as Step[]
        const outcome = await runAttack(shop.port, outbox, number, steps).catch(toFailedOutcome)
        counts[outcome.isEmailChanged ? 'confirmed' : 'stopped']++
        counts.refused += outcome.refusalCount
        for (const hole of outcome.holes) {
          holes.push(`${steps.join(', ')}: ${hole}`)
          log(`HOLE after ${holes.at(-1)}`)
        }
        if ((number + 1) % 100 === 0) log(`${number + 1} of ${sequences.length} …`)
      }
    })
    await Promise.all(workers)
    log(
      `${sequences.length} sequences of an attacker's steps: the email was changed ${counts.confirmed} times and still pending ${counts.stopped} times; ${counts.refused} steps were refused on the way. ${holes.length} holes.`,
    )
    assertThat(sequences.length > 0 && counts.confirmed > 0 && counts.stopped > 0, 'too few steps took effect')
    assertThat(holes.length === 0, `${holes.length} holes`)
  } finally {
    await shop.stop()
    await trial.remove()
  }
}

/** A missing email or a failed call that must succeed: the owner did not get that far. */
const toFailedOutcome = (error: Error) => ({ holes: [error.message], refusalCount: 0, isEmailChanged: false })

/** Every distinct order of these steps, some of which are equal. */
function permutations(steps: readonly Step[]): Step[][] {
  if (steps.length === 0) return [[]]
  return [...new Set(steps)].flatMap((first) => {
    const rest = [...steps]
    rest.splice(rest.indexOf(first), 1)
    return permutations(rest).map((order) => [first, ...order])
  })
}

const sample = <Item>(items: Item[], maxCount: number): Item[] =>
  items.length <= maxCount
    ? items
    : Array.from({ length: maxCount }, (_, n) => items[Math.floor((n * items.length) / maxCount)] as Item)
