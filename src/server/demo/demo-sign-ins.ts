import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { customAlphabet } from 'nanoid'
import type { Role } from '#contract/permissions.ts'
import { createDemoMembers, NEWCOMER } from '#seed/network/members.ts'
import { hashPassword } from '#server/identity/credentials/password.ts'

export type DemoSignIn = {
  email: string
  password: string
  description: string
  /** Secret to type into an authenticator app; only for accounts with two-factor sign-in. */
  totpSecret?: string | undefined
}
export type DemoStaffSignIn = DemoSignIn & { name: string; role: Role }

const FILE = 'demo-sign-ins.txt'
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 14

/** Accounts that can sign in to the demo shop, with new random passwords for every shop (docs/product §11.7). */
export function createSignIns(): DemoSignIn[] {
  const members = createDemoMembers()
  const findFirst = (tier: number, type: 'member' | 'franchise') =>
    members.find((member) => member.tier === tier && member.type === type && member.status === 'active')
  const accounts = [
    { member: findFirst(1, 'franchise'), description: 'franchise user at the top of the network' },
    { member: findFirst(3, 'franchise'), description: 'franchise user in the middle of it' },
    { member: members[NEWCOMER], description: 'user of type member, new and still pending' },
  ]
  return accounts.flatMap(({ member, description }) =>
    member ? [{ email: member.email, password: createPassword(), description }] : [],
  )
}

/** Accounts that can sign in at /admin, one per role (docs/back-office §1). */
export const createStaffSignIns = (): DemoStaffSignIn[] =>
  [
    { name: 'Olivia Hart', role: 'owner', description: 'owner, at /admin' } as const,
    { name: 'Marcus Bell', role: 'manager', description: 'manager, at /admin' } as const,
    { name: 'Clara Nunez', role: 'clerk', description: 'clerk, at /admin' } as const,
  ].map((staff) => ({ ...staff, email: `${staff.role}@salonfront.example`, password: createPassword() }))

const createPassword = customAlphabet(LETTERS, LENGTH)

export async function hashPasswords(signIns: readonly DemoSignIn[]): Promise<Map<string, string>> {
  const hashes = await Promise.all(signIns.map(({ password }) => hashPassword(password)))
  return new Map(signIns.map(({ email }, i) => [email, hashes[i] as string]))
}

/** Stores the sign-ins, readable by the operator only. */
export const writeSignIns = (dataDir: string, signIns: readonly DemoSignIn[]): Promise<void> =>
  writeFile(
    join(dataDir, FILE),
    signIns
      .map(({ email, password, description, totpSecret }) =>
        [email, password, description, ...(totpSecret ? [totpSecret] : [])].join('\t'),
      )
      .map((line) => `${line}\n`)
      .join(''),
    {
      mode: 0o600,
    },
  )

/** Reads the sign-ins that the program prints when it starts; empty for a shop without demo data. */
export async function readSignIns(dataDir: string): Promise<DemoSignIn[]> {
  const text = await readFile(join(dataDir, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap((line) => {
    const [email, password, description, totpSecret] = line.split('\t')
    return email && password && description ? [{ email, password, description, totpSecret }] : []
  })
}

/** Drops the sign-ins of an emptied demo shop, except that of the owner who stays. */
export async function keepSignIn(dataDir: string, email: string): Promise<void> {
  const signIns = await readSignIns(dataDir)
  const kept = signIns.filter((signIn) => signIn.email === email)
  if (kept.length < signIns.length) await writeSignIns(dataDir, kept)
}
