import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { seeded, skewedSponsors } from './skewed-network.ts'

export type NetworkFiles = { members: string; orders: string }

const numberOf = (index: number): string => `M${index + 1}`

/**
 * Writes files as an older system would export them: a skewed tree with chains, 15 % not active, and three orders per
 * member in one month, up to its `lastDay`, a third of them by customers and one in fifty without a member. Adds a
 * chain of `chained` more members (C1 and so on) below the member at the top, whose number it returns.
 */
export async function writeNetworkFiles(
  files: NetworkFiles,
  { members, month, lastDay = 27, chained = 0 }: { members: number; month: string; lastDay?: number; chained?: number },
): Promise<string> {
  const random = seeded(7)
  const sponsor = skewedSponsors(members)
  const top = numberOf(sponsor.indexOf(-1))
  await writeRows(
    files.members,
    'member_no,sponsor_no,type,status,first_name,last_name,email,phone_number,enrolled_on',
    members + chained,
    (n) => {
      if (n >= members) return chainedRow(n - members)
      const above = sponsor[n] as number
      const status = random(100) < 15 ? 'pending' : 'active'
      return `${numberOf(n)},${above === -1 ? '' : numberOf(above)},member,${status},Ana,Reyes,m${n}@network.example,(201) 555-0100,${month}-01`
    },
  )
  await writeRows(files.orders, 'order_no,member_no,kind,completed_at,cv,pv,canceled_at', members * 3, (n) => {
    const credited = random(50) === 0 ? '' : numberOf(random(members))
    const cents = 500 + random(40_000)
    const minute = String(random(60)).padStart(2, '0')
    const day = String(1 + random(lastDay)).padStart(2, '0')
    const kind = credited !== '' && random(3) > 0 ? 'own' : 'customer'
    const cv = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
    return `W${n},${credited},${kind},${month}-${day}T05:${minute}:00Z,${cv},${Math.floor(cents / 115)},`
  })
  return top

  function chainedRow(n: number): string {
    return `C${n + 1},${n === 0 ? top : `C${n}`},member,active,Bea,Kim,c${n}@network.example,(201) 555-0100,${month}-01`
  }
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
