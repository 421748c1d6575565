import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { seeded, skewedSponsors } from './skewed-network.ts'

export type NetworkFiles = { members: string; orders: string }

/** The member with everybody below: the only one without a sponsor. */
export const numberOf = (place: number): string => `M${place + 1}`

/**
 * Writes files as an older system would give them: a skewed tree with chains, 15 % not active, and three orders a member in
 * one month, a third of them by customers and one in fifty nobody's. Returns the place of the member at the top.
 */
export async function writeNetworkFiles(files: NetworkFiles, members: number, month: string): Promise<number> {
  const random = seeded(7)
  const sponsor = skewedSponsors(members)
  await writeRows(
    files.members,
    'member_no,sponsor_no,type,status,first_name,last_name,email,phone_number,enrolled_on',
    members,
    (n) => {
      const above = sponsor[n] as number
      const status = random(100) < 15 ? 'pending' : 'active'
      return `${numberOf(n)},${above === -1 ? '' : numberOf(above)},member,${status},Ana,Reyes,m${n}@network.example,(201) 555-0100,${month}-01`
    },
  )
  await writeRows(files.orders, 'order_no,member_no,kind,completed_at,cv,pv,canceled_at', members * 3, (n) => {
    const credited = random(50) === 0 ? '' : numberOf(random(members))
    const cents = 500 + random(40_000)
    const minute = String(random(60)).padStart(2, '0')
    const day = String(2 + random(26)).padStart(2, '0')
    const kind = credited !== '' && random(3) > 0 ? 'own' : 'customer'
    const cv = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
    return `W${n},${credited},${kind},${month}-${day}T15:${minute}:00Z,${cv},${Math.floor(cents / 115)},`
  })
  return sponsor.indexOf(-1)
}

const ROWS_A_CHUNK = 5_000

async function writeRows(path: string, header: string, count: number, row: (n: number) => string): Promise<void> {
  const file = createWriteStream(path)
  file.write(`${header}\n`)
  for (let from = 0; from < count; from += ROWS_A_CHUNK) {
    let text = ''
    for (let n = from; n < Math.min(count, from + ROWS_A_CHUNK); n++) text += `${row(n)}\n`
    if (!file.write(text)) await once(file, 'drain')
  }
  file.end()
  await finished(file)
}
