import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { prepareDataDirectory } from './files/data-directory.ts'
import { syncNow } from './files/durable-files.ts'

const text = z._default(z.string().check(z.trim()), '')
const whole = (min: number, max: number, fallback: number) =>
  z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,10}$/, `must be a whole number from ${min} to ${max}`)),
      z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))),
    ),
    fallback,
  )
const SHORTEST_SECRET = 32
const secret = z.optional(
  z.string().check(z.minLength(SHORTEST_SECRET, `must have at least ${SHORTEST_SECRET} characters`)),
)
const onOff = (fallback: boolean) =>
  z._default(
    z.pipe(z.string().check(z.regex(/^(0|1|on|off|true|false)$/, 'must be on or off')), z.transform(isOn)),
    fallback,
  )
const isOn = (value: string): boolean => ['1', 'on', 'true'].includes(value)

/** Every setting from the environment (docs/product §10.1); `.env.example` lists them, and a test keeps it complete. */
export const Environment = z.object({
  PORT: whole(0, 65_535, 3000),
  HOST: z._default(z.string().check(z.minLength(1)), 'localhost'),
  PUBLIC_URL: z.optional(z.url()),
  DATABASE_URL: text,
  DATA_DIR: z._default(z.string().check(z.minLength(1)), 'data'),
  ERASED_LIST: text,
  SMTP_URL: text,
  MAIL_FROM: text,
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), 'info'),
  DEMO: onOff(true),
  TRUST_PROXY: text,
  RATE_LIMITS: onOff(true),
  SECRET: secret,
  SECRET_PREVIOUS: secret,
  METRICS_TOKEN: text,
  PAGE_CACHE_MB: whole(1, 4096, 64),
  DATABASE_POOL: whole(1, 200, 10),
})

export type Config = {
  port: number
  host: string
  /** Where visitors reach the shop, without a trailing slash. */
  publicUrl: string
  /** True if PUBLIC_URL was given: then only its origin may change state. */
  publicUrlGiven: boolean
  secureCookies: boolean
  databaseUrl: string | undefined
  dataDir: string
  /** The file that says who was erased, by ids; `restore` reads it. */
  erasedList: string
  smtpUrl: string | undefined
  mailFrom: string | undefined
  logLevel: string
  demo: boolean
  trustProxy: string | undefined
  rateLimits: boolean
  secret: string
  /** The previous secret, while what it signed and sealed is still in use. */
  secretPrevious: string | undefined
  metricsToken: string | undefined
  pageCacheBytes: number
  databasePoolSize: number
}

/** A wrong value in the environment; the message is one line that names it. */
export class ConfigError extends Error {}

/** Reads the environment once, at start. Makes the data directory and, without a given SECRET, keeps one there. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${issue?.path.join('.')}=${env[String(issue?.path[0])]}: ${issue?.message}`)
  }
  const values = parsed.data
  const dataDir = resolve(values.DATA_DIR)
  prepareDataDirectory(dataDir)
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/(?<!\/)\/+$/, '')
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    publicUrlGiven: values.PUBLIC_URL !== undefined,
    secureCookies: publicUrl.startsWith('https:'),
    databaseUrl: values.DATABASE_URL || undefined,
    dataDir,
    erasedList: values.ERASED_LIST === '' ? join(dataDir, 'erased.txt') : resolve(values.ERASED_LIST),
    smtpUrl: values.SMTP_URL || undefined,
    mailFrom: values.MAIL_FROM || undefined,
    logLevel: values.LOG_LEVEL,
    demo: values.DEMO,
    trustProxy: values.TRUST_PROXY || undefined,
    rateLimits: values.RATE_LIMITS,
    secret: values.SECRET ?? keptSecret(dataDir),
    secretPrevious: values.SECRET_PREVIOUS,
    metricsToken: values.METRICS_TOKEN || undefined,
    pageCacheBytes: values.PAGE_CACHE_MB * 1_048_576,
    databasePoolSize: values.DATABASE_POOL,
  }
}

/**
 * Links and tokens must outlive a restart, so a generated secret is kept beside the data, readable only by its owner.
 */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  if (!existsSync(file)) makeSecret(file)
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length >= SHORTEST_SECRET) return secret
  throw new ConfigError(
    `The secret in ${file} is damaged. Put it back from a backup, or remove the file to get a new one.`,
  )
}

/** Atomic, however this process ends; of two processes that generate one at the same time, both use the first. */
function makeSecret(file: string): void {
  const unfinished = `${file}.${process.pid}`
  try {
    writeFileSync(unfinished, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    linkSync(unfinished, file)
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault
  } finally {
    rmSync(unfinished, { force: true })
  }
  syncNow(dirname(file))
}
