import { accountRecovery } from './account-recovery.ts'
import { audit } from './audit.ts'
import { doubleSubmit } from './double-submit.ts'
import { eraseWhileMailing } from './erase-while-mailing.ts'
import { failOver } from './fail-over/fail-over.ts'
import { flood } from './flood.ts'
import { hostileUploads } from './hostile-uploads.ts'
import { importProducts } from './import.ts'
import { killDatabase } from './kill-database.ts'
import { killDuringCheckout } from './kill-during-checkout.ts'
import { killWhileClosing } from './kill-while-closing.ts'
import { ledger } from './ledger.ts'
import { liveRole } from './live-role.ts'
import { matching } from './matching.ts'
import { millionCarts } from './million-carts.ts'
import { networks } from './networks.ts'
import { pointInTime } from './point-in-time.ts'
import { powerCut } from './power-cut/power-cut.ts'
import { previews } from './previews.ts'
import { restore } from './restore.ts'
import { search } from './search.ts'
import { secondStart } from './second-start.ts'
import { servers } from './servers/servers.ts'
import { signInAttack } from './sign-in-attack.ts'
import { signInTiming } from './sign-in-timing.ts'
import { stall } from './stall.ts'
import { statements } from './statements.ts'
import { upgrade } from './upgrade/upgrade.ts'

/** Long-running versions of tests in `npm test`: npm run trial -- <name> [embedded|postgres] */
const trials: Record<string, (engine: 'embedded' | 'postgres') => Promise<void>> = {
  audit,
  'double-submit': doubleSubmit,
  'erase-while-mailing': eraseWhileMailing,
  'fail-over': failOver,
  flood,
  import: importProducts,
  kill: killDuringCheckout,
  'kill-closing': killWhileClosing,
  'kill-database': killDatabase,
  search,
  'second-start': secondStart,
  'live-role': liveRole,
  matching,
  money: millionCarts,
  networks,
  'point-in-time': pointInTime,
  'power-cut': powerCut,
  preview: previews,
  ledger,
  restore,
  servers,
  'sign-in-attack': signInAttack,
  'sign-in-timing': signInTiming,
  'take-back': accountRecovery,
  stall,
  statements,
  upgrade,
  uploads: hostileUploads,
}

const ON_POSTGRES = [
  'audit',
  'double-submit',
  'fail-over',
  'kill-database',
  'live-role',
  'point-in-time',
  'servers',
  'upgrade',
]

const [name = '', engine = ON_POSTGRES.includes(name) ? 'postgres' : 'embedded'] = process.argv.slice(2)
const trial = trials[name]
if (!trial || (engine !== 'embedded' && engine !== 'postgres')) {
  process.stderr.write(`npm run trial -- ${Object.keys(trials).join('|')} [embedded|postgres]\n`)
  process.exit(1)
}
await trial(engine)
