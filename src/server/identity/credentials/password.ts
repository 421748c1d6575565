import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { PASSWORD_MINIMUM } from '#contract/customers/sign-in.ts'

const derive = promisify(argon2)

/** OWASP's parameters for Argon2id: 19 MiB, two passes (docs/security §2). */
const MEMORY_KIB = 19_456
const PASSES = 2
const HASH_BYTES = 32
const SALT_BYTES = 16
const FORMAT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/

const encodeBase64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** Returns the password's Argon2id hash in PHC string format, so that the parameters can grow without a migration. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await argon2id(password, salt, MEMORY_KIB, PASSES)
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${encodeBase64(salt)}$${encodeBase64(hash)}`
}

/** A random hash compared when there is no password, so that the response takes the same time (docs/security G12). */
const DUMMY_HASH = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${encodeBase64(randomBytes(SALT_BYTES))}$${encodeBase64(randomBytes(HASH_BYTES))}`

export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, memory, passes, salt = '', hash = ''] = FORMAT.exec(stored ?? DUMMY_HASH) ?? []
  if (salt === '') throw new Error('stored password hash has an unknown format')
  const expected = Buffer.from(hash, 'base64')
  const actual = await argon2id(password, Buffer.from(salt, 'base64'), Number(memory), Number(passes))
  return timingSafeEqual(actual, expected) && stored != null
}

const argon2id = (password: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> =>
  derive('argon2id', {
    // Never truncated like other text, because two passwords could become equal. It has at most PASSWORD_LIMIT
    // characters.
    message: password.normalize('NFC'),
    nonce,
    parallelism: 1,
    tagLength: HASH_BYTES,
    memory,
    passes,
  })

const MAX_COMMON = 3_000
let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** Returns true for one of the 3,000 most common passwords of sufficient length, ignoring case (ASVS 6.2.4). */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Loaded lazily: half a megabyte that most runs never need.
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const longEnough = dictionary['passwords-common'].map(String).filter((word) => word.length >= PASSWORD_MINIMUM)
    return new Set(longEnough.slice(0, MAX_COMMON).map((word) => word.toLowerCase()))
  })
  return (await commonPasswords).has(password.toLowerCase())
}
