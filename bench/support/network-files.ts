import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { seededRandom, skewedSponsors } from './skewed-network.ts'

export type NetworkFiles = { members: string; orders: string }

const memberNoOf = (index: number): string => `M${index + 1}`

/**
 * Writes files as an older system would export them: a skewed tree with chains, 15% not active, and three orders per
 * member in one month, up to its `lastDay`, a third of them by customers and one in fifty without a member. Adds a
 * chain of `chained` more members (C1 and so on) below the member at the top, whose number it returns.
 */
export async function writeNetworkFiles(
  files: NetworkFiles,
  {
    members,
    month,
    lastDay = 27,
    chainLength = 0,
  }: { members: number; month: string; lastDay?: number; chainLength?: number },
): Promise<string> {
  const nextInt = seededRandom(7)
  const sponsor = skewedSponsors(members)
  const top = memberNoOf(sponsor.indexOf(-1))
  await writeRows(
    files.members,
    'member_no,sponsor_no,type,status,first_name,last_name,email,phone_number,enrolled_on',
    members + chainLength,
    (n) => {
      if (n >= members) return chainRow(n - members)
      const sponsorIndex = sponsor[n] as number
      const status = nextInt(100) < 15 ? 'pending' : 'active'
      return `${memberNoOf(n)},${sponsorIndex === -1 ? '' : memberNoOf(sponsorIndex)},member,${status},Ana,Reyes,m${n}@network.example,(201) 555-0100,${month}-01`
    },
  )
  await writeRows(files.orders, 'order_no,member_no,kind,completed_at,cv,pv,canceled_at', members * 3, (n) => {
    const credited = nextInt(50) === 0 ? '' : memberNoOf(nextInt(members))
    const cents = 500 + nextInt(40_000)
    const minute = String(nextInt(60)).padStart(2, '0')
    const day = String(1 + nextInt(lastDay)).padStart(2, '0')
    const kind = credited !== '' && nextInt(3) > 0 ? 'own' : 'customer'
    const cv = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
    return `W${n},${credited},${kind},${month}-${day}T05:${minute}:00Z,${cv},${Math.floor(cents / 115)},`
  })
  return top

  function chainRow(n: number): string {
    return `C${n + 1},${n === 0 ? top : `C${n}`},member,active,Bea,Kim,c${n}@network.example,(201) 555-0100,${month}-01`
  }
}

const ROWS_PER_CHUNK = 5_000

async function writeRows(path: string, header: string, count: number, toRow: (n: number) => string): Promise<void> {
  const file = createWriteStream(path)
  file.write(`${header}\n`)
  for (let from = 0; from < count; from += ROWS_PER_CHUNK) {
    let text = ''
    for (let n = from; n < Math.min(count, from + ROWS_PER_CHUNK); n++) text += `${toRow(n)}\n`
    if (!file.write(text)) await once(file, 'drain')
  }
  file.end()
  await finished(file)
}
