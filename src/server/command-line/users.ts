import { removeSecondFactor } from '../member/second-factor.ts'
import { setUser, type UserChanges } from '../member/set-user.ts'
import { type Bench, Told } from './verb.ts'

export async function setUserVerb(bench: Bench, email: string, changes: UserChanges): Promise<number> {
  if (changes.type === undefined && changes.status === undefined) {
    throw new Told('Say what changes: --type member or franchise, --status active, pending, suspended or closed.')
  }
  const user = await setUser(bench.connection.db, email.trim().toLowerCase(), changes)
  if (!user) throw new Told(`There is no user ${email}.`)
  bench.say(`${user.email} is a ${user.type} user, ${user.status}.`)
  if (changes.status === 'active' && user.status === 'pending')
    bench.say('They are active once they have set a password.')
  return 0
}

export async function switchTwoStepOffVerb(bench: Bench, email: string): Promise<number> {
  const address = email.trim().toLowerCase()
  if (!(await removeSecondFactor(bench.connection.db, address))) throw new Told(`${address} has no two-step sign-in.`)
  bench.say(`${address} signs in with the password alone.`)
  return 0
}
