import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Config } from '#server/platform/config.ts'
import { hashVersion } from '#server/platform/crypto/hash-version.ts'
import { makeSealer } from '#server/platform/crypto/sealer.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { SmtpServer } from '#server/platform/mail/smtp-server.ts'
import {
  findMailServer,
  lockMailServer,
  resealPassword,
  type StoredMailServer,
  storeMailServer,
} from './mail-server.queries.ts'

type SealingConfig = Pick<Config, 'secret' | 'secretPrevious'>

const PURPOSE = 'mail server password'
/** There is one mail server. */
const OWNER = 1

/** Reads the mail server with its password; undefined until an owner entered one. */
export async function readMailServer(db: Database, config: SealingConfig): Promise<SmtpServer | undefined> {
  const stored = await findMailServer(db)
  if (!stored) return undefined
  const { host, port, encryption, user_name: userName, sealed_password: sealed } = stored
  const sealer = makeSealer(config.secret, config.secretPrevious)
  const resealed = sealed && sealer.renewed(PURPOSE, OWNER, sealed)
  if (sealed && resealed) await resealPassword(db, sealed, resealed)
  return { host, port, encryption, userName, password: sealed && sealer.open(PURPOSE, OWNER, sealed).toString() }
}

/** Shows the mail server without its password. */
export async function showMailServer(db: Database, { smtpUrl }: Pick<Config, 'smtpUrl'>) {
  const stored = await findMailServer(db)
  return {
    environment: smtpUrl === undefined ? null : new URL(smtpUrl).host,
    server: stored
      ? {
          host: stored.host,
          port: stored.port,
          encryption: stored.encryption,
          user_name: stored.user_name,
          has_password: stored.sealed_password !== null,
        }
      : null,
    version: toVersion(stored),
  }
}

const toVersion = (stored: StoredMailServer | undefined): string =>
  hashVersion(stored && { ...stored, sealed_password: stored.sealed_password?.toString('hex') })

/** Stores the mail server; its password is sealed and never logged. An empty password keeps the stored one. */
export async function saveMailServer(
  trx: Transaction,
  actor: Actor,
  {
    password,
    expectedVersion,
    ...server
  }: Omit<StoredMailServer, 'sealed_password'> & { password: string; expectedVersion: string },
  config: SealingConfig,
): Promise<Result<NoValue, Refusal<'stale'>>> {
  await lockMailServer(trx)
  const before = await findMailServer(trx)
  if (toVersion(before) !== expectedVersion) return refuse({ code: 'stale' })
  const sealed_password =
    password === ''
      ? (before?.sealed_password ?? null)
      : makeSealer(config.secret, config.secretPrevious).seal(PURPOSE, OWNER, Buffer.from(password))
  await storeMailServer(trx, { ...server, sealed_password })
  await recordAction(trx, actor, {
    action: 'mail_server.saved',
    subject: { kind: 'shop', id: 'mail server' },
    ...(before && { before: describe(before) }),
    after: { ...describe({ ...server, sealed_password }), password_changed: password !== '' },
  })
  return { ok: true }
}

const describe = ({ sealed_password, ...server }: StoredMailServer) => server
