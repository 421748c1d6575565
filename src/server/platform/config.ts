import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { prepareDataDirectory } from './files/data-directory.ts'
import { syncNow } from './files/durable-files.ts'
import type { S3Config } from './files/s3-store.ts'

const text = z._default(z.string().check(z.trim()), '')
const textMatching = (pattern: RegExp, error: string) =>
  z._default(z.string().check(z.trim(), z.regex(pattern, error)), '')
const whole = (min: number, max: number, fallback: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  const inRange = z.int().check(z.minimum(min, error), z.maximum(max, error))
  return z._default(
    z.pipe(z.string().check(z.regex(/^\d{1,10}$/, error)), z.pipe(z.transform(Number), inRange)),
    fallback,
  )
}
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `must be one of: ${values.join(', ')}`)
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' })
  .check(z.refine((url) => !/^[^/?#]*\/\/[^/?#]*@/.test(url), 'must be a URL without a user and a password'))
const PUBLIC_URL_ERROR = 'must be an http or https URL without a path, as https://shop.example.com'
const publicUrl = z
  .url({ protocol: /^https?$/, error: PUBLIC_URL_ERROR })
  .check(z.regex(/^\w+:\/\/[^/?#@]+\/*$/, PUBLIC_URL_ERROR))
const SMTP_URL_ERROR = 'must be as smtp://user:password@host:587'
const MIN_SECRET_LENGTH = 32
const minLength = (min: number) => z.minLength(min, `must have at least ${min} characters`)
const secret = z.optional(z.string().check(minLength(MIN_SECRET_LENGTH)))
const isOn = (value: string): boolean => ['1', 'on', 'true'].includes(value)
const onOrOff = z.pipe(z.string().check(z.regex(/^(0|1|on|off|true|false)$/, 'must be on or off')), z.transform(isOn))
const onOff = (fallback: boolean) => z._default(onOrOff, fallback)

const NAMED_PROXIES = ['loopback', 'linklocal', 'uniquelocal']
/** Accepts an IP address with or without a range, as 10.0.0.0/8, or a predefined name for some. */
function isProxy(proxy: string): boolean {
  const [address = '', range, ...more] = proxy.trim().split('/')
  const version = isIP(address)
  if (version === 0) return NAMED_PROXIES.includes(proxy.trim())
  if (range === undefined) return true
  const isRange = /^\d+$/.test(range)
    ? Number(range) > 0 && Number(range) <= (version === 4 ? 32 : 128)
    : isIP(range) === 4
  return more.length === 0 && isRange
}
const proxies = text.check(
  z.refine(
    (input) => /^\d*$/.test(input) || input.split(',').every(isProxy),
    'must be a number of proxies, or their IP addresses',
  ),
)

/** Every setting from the environment (docs/product §10.1); `.env.example` lists them, and a test checks that. */
export const Environment = z.object({
  PORT: whole(0, 65_535, 3000),
  HOST: z._default(z.string().check(z.minLength(1)), 'localhost'),
  PUBLIC_URL: z.optional(publicUrl),
  DATABASE_URL: textMatching(/^(postgres(ql)?:\/\/\S+)?$/, 'must be as postgres://user:password@host/database'),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), 'data'),
  ERASURE_LIST: text,
  STORAGE: z.optional(oneOf(['disk', 's3'])),
  S3_BUCKET: text,
  S3_ENDPOINT: z.optional(httpUrl),
  S3_REGION: z._default(z.string().check(z.minLength(1)), 'us-east-1'),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  S3_PREFIX: z._default(
    z.string().check(z.regex(/^(?:[A-Za-z0-9._-]+\/)*$/, 'must be folders, each ending with a slash')),
    '',
  ),
  S3_PATH_STYLE: z.optional(onOrOff),
  SMTP_URL: textMatching(/^(smtps?:\/\/\S+)?$/, SMTP_URL_ERROR).check(
    z.refine((url) => url === '' || URL.canParse(url), SMTP_URL_ERROR),
  ),
  MAIL_FROM: textMatching(/^([^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)?$/, 'must be an email address'),
  LOG_LEVEL: z._default(oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), 'info'),
  DEMO: onOff(true),
  TRUST_PROXY: proxies,
  RATE_LIMITS: onOff(true),
  SECRET: secret,
  SECRET_PREVIOUS: secret,
  METRICS_TOKEN: z.optional(z.string().check(z.trim(), minLength(16))),
  PAGE_CACHE_MB: whole(1, 4096, 64),
  DATABASE_POOL: whole(1, 200, 10),
  ROLE: z.optional(oneOf(['web', 'worker', 'live'])),
  WEB_CONCURRENCY: whole(1, 64, 1),
  DRAIN_SECONDS: whole(0, 5, 0),
  OTEL_SDK_DISABLED: onOff(false),
  OTEL_TRACES_EXPORTER: z.optional(oneOf(['otlp', 'none'])),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(httpUrl),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.optional(httpUrl),
  OTEL_EXPORTER_OTLP_HEADERS: text,
  OTEL_TRACES_SAMPLER: z._default(
    oneOf([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ]),
    'parentbased_always_on',
  ),
  OTEL_TRACES_SAMPLER_ARG: z._default(z.string().check(z.regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be from 0 to 1')), '1'),
  OTEL_SERVICE_NAME: z._default(z.string().check(z.minLength(1)), 'salonfront'),
})

/**
 * Role of a process: `web` serves requests, `worker` runs jobs and schedules, `live` keeps the open months in memory. A
 * process without a role does all three (docs/decisions/0068).
 */
export type Role = 'web' | 'worker' | 'live'

/** How traces are created; the exporter itself reads their destination from OTEL_EXPORTER_OTLP_*. */
export type TracingConfig = {
  serviceName: string
  sampler: z.output<typeof Environment>['OTEL_TRACES_SAMPLER']
  /** From 0 to 1, for a sampler that records a fraction of the traces. */
  ratio: number
}

export type Config = {
  role: Role | undefined
  webProcesses: number
  /** Time for which a stopping server still accepts requests while its readiness check fails. */
  drainMs: number
  port: number
  host: string
  /** URL at which visitors reach the shop, without a trailing slash. */
  publicUrl: string
  /** True if PUBLIC_URL is set: then only its origin may change state. */
  publicUrlGiven: boolean
  secureCookies: boolean
  databaseUrl: string | undefined
  dataDir: string
  /** File that lists erased people by id; `restore` reads it. */
  erasedList: string
  /** Bucket for pictures and attachments, if there is one. */
  s3: S3Config | undefined
  /** Destination of new files. */
  storage: 'disk' | 's3'
  smtpUrl: string | undefined
  mailFrom: string | undefined
  logLevel: string
  demo: boolean
  trustProxy: string | undefined
  rateLimits: boolean
  secret: string
  /** The previous secret, while data signed and sealed with it is still in use. */
  secretPrevious: string | undefined
  metricsToken: string | undefined
  pageCacheBytes: number
  databasePoolSize: number
  /** Undefined unless OTEL_* enables traces. */
  tracing: TracingConfig | undefined
}

const SECRET_NAMES = /^(DATABASE_URL|SMTP_URL|METRICS_TOKEN|SECRET.*|S3_.*KEY.*|OTEL_.*HEADERS)$/

/**
 * Masks an invalid value for its error line, which ends up in logs: removes secrets, including those entered into
 * another setting or a URL.
 */
function maskSecrets(name: string, value: string): string {
  if (SECRET_NAMES.test(name)) return '…'
  const [, scheme = '', rest = ''] = /^(\w+:\/\/)?(.*)$/s.exec(value) ?? []
  // Up to the last @, because a password may contain one. A bare email is not a secret.
  const [, userInfo] = /^(.*)@/s.exec(rest) ?? []
  const hasUserInfo = userInfo !== undefined && (scheme !== '' || userInfo.includes(':'))
  return `${scheme}${hasUserInfo ? `…${rest.slice(userInfo.length)}` : rest}`
    .replaceAll(/([?&#][^=&?#]*)=[^&#]*/g, '$1=…')
    .replaceAll(/[\w+=~-]{20,}/g, (word) => (/\d/.test(word) && /[a-z]/i.test(word) ? '…' : word))
}

/** An invalid value in the environment; the message is one line that names it. */
export class ConfigError extends Error {}

/** Reads the environment once, at startup. Creates the data directory and, without a SECRET, stores one there. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const input = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Environment.safeParse(input)
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0] as z.core.$ZodIssue
    const name = String(path[0])
    throw new ConfigError(`${name}=${maskSecrets(name, env[name] ?? '')}: ${message}`)
  }
  const values = parsed.data
  const roleSetting = values.ROLE ? `ROLE=${values.ROLE}` : `WEB_CONCURRENCY=${values.WEB_CONCURRENCY}`
  if (values.DATABASE_URL === '' && (values.ROLE !== undefined || values.WEB_CONCURRENCY > 1)) {
    throw new ConfigError(
      `${roleSetting}: the embedded engine belongs to one process, which does everything. Set DATABASE_URL first.`,
    )
  }
  const dataDir = resolve(values.DATA_DIR)
  prepareDataDirectory(dataDir)
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/(?<!\/)\/+$/, '')
  return {
    role: values.ROLE,
    webProcesses: values.WEB_CONCURRENCY,
    drainMs: values.DRAIN_SECONDS * 1000,
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    publicUrlGiven: values.PUBLIC_URL !== undefined,
    secureCookies: publicUrl.startsWith('https:'),
    databaseUrl: values.DATABASE_URL || undefined,
    dataDir,
    erasedList: resolveErasedList(values.ERASURE_LIST, dataDir),
    ...resolveStorage(values),
    smtpUrl: values.SMTP_URL || undefined,
    mailFrom: values.MAIL_FROM || undefined,
    logLevel: values.LOG_LEVEL,
    demo: values.DEMO,
    trustProxy: values.TRUST_PROXY || undefined,
    rateLimits: values.RATE_LIMITS,
    secret: values.SECRET ?? loadOrCreateSecret(dataDir),
    secretPrevious: values.SECRET_PREVIOUS,
    metricsToken: values.METRICS_TOKEN,
    pageCacheBytes: values.PAGE_CACHE_MB * 1_048_576,
    databasePoolSize: values.DATABASE_POOL,
    tracing: resolveTracing(values),
  }
}

/** Otherwise a missing folder would be noticed only after an erasure, or on a disk that is not mounted that day. */
function resolveErasedList(input: string, dataDir: string): string {
  if (input === '') return join(dataDir, 'erased.txt')
  const file = resolve(input)
  if (existsSync(dirname(file))) return file
  throw new ConfigError(`ERASURE_LIST=${maskSecrets('ERASURE_LIST', input)}: there is no folder ${dirname(file)}`)
}

/** OpenTelemetry defaults to on; here traces are off until a destination is set. */
function resolveTracing(values: z.output<typeof Environment>): TracingConfig | undefined {
  const { OTEL_TRACES_EXPORTER, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = values
  const destination = OTEL_TRACES_EXPORTER ?? OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? OTEL_EXPORTER_OTLP_ENDPOINT
  if (values.OTEL_SDK_DISABLED || destination === undefined || destination === 'none') return undefined
  return {
    serviceName: values.OTEL_SERVICE_NAME,
    sampler: values.OTEL_TRACES_SAMPLER,
    ratio: Number(values.OTEL_TRACES_SAMPLER_ARG),
  }
}

/** Otherwise an incomplete bucket would be noticed only with the first upload. */
function resolveStorage(values: z.output<typeof Environment>): Pick<Config, 's3' | 'storage'> {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = values
  const { S3_REGION: region, S3_ENDPOINT, S3_PATH_STYLE, S3_PREFIX: prefix, STORAGE } = values
  if (bucket === '') {
    if (STORAGE === 's3' || S3_ENDPOINT || accessKeyId || secretAccessKey) {
      throw new ConfigError('S3_BUCKET= is empty: the file store needs a bucket.')
    }
    return { s3: undefined, storage: 'disk' }
  }
  for (const [name, value] of Object.entries({
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  })) {
    if (value === '') throw new ConfigError(`${name}= is empty: the bucket ${bucket} needs a key and its secret.`)
  }
  const endpoint = new URL(S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`)
  const pathStyle = S3_PATH_STYLE ?? S3_ENDPOINT !== undefined
  const s3 = { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey, pathStyle }
  return { s3, storage: STORAGE ?? 's3' }
}

/**
 * Links and tokens must outlive a restart, so a generated secret is stored next to the data, readable only by its
 * owner.
 */
function loadOrCreateSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  if (!existsSync(file)) createSecret(file)
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length >= MIN_SECRET_LENGTH) return secret
  throw new ConfigError(
    `The secret in ${file} is damaged. Put it back from a backup, or remove the file to get a new one.`,
  )
}

/**
 * Atomic, even if this process is killed; two processes that generate a secret at the same time both use the first one.
 */
function createSecret(file: string): void {
  const tempFile = `${file}.${process.pid}`
  try {
    writeFileSync(tempFile, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    linkSync(tempFile, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(tempFile, { force: true })
  }
  syncNow(dirname(file))
}
