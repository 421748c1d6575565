import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join, resolve, sep } from 'node:path'
import { threadId } from 'node:worker_threads'
import { type Change, encodeChange } from './change-log.ts'

// Loaded into a shop and its threads by `--import`: records every change of the data directory in the order in which it
// reached the operating system. With POWER_CUT_SYNC=off nothing is ever synced.

const root = resolve(process.env.DATA_DIR ?? 'data')
const syncing = process.env.POWER_CUT_SYNC !== 'off'
const real = { ...fs }
const promised = { ...fs.promises }
const log = real.openSync(process.env.POWER_CUT_LOG ?? '', 'a')
const opened = new Map<number, string>()
let counter = 0

/** Excludes files of SQLite and the socket; the lock contains nothing that could be lost. */
const NOT_FILES = /^(?:socket|lock\.db.*|\.probe.*)(?:\/|$)/

function recorded(path: unknown): string | undefined {
  const name = resolve(String(path))
  if (!name.startsWith(root + sep)) return name === root ? '' : undefined
  const inside = name.slice(root.length + 1)
  return NOT_FILES.test(inside) ? undefined : inside
}

function write(change: Change, data?: Uint8Array): void {
  real.writeSync(log, encodeChange(change, data))
}

const bytesOf = (data: unknown, offset = 0, length?: number): Uint8Array => {
  if (typeof data === 'string') return Buffer.from(data)
  const { buffer, byteOffset, byteLength } = data as NodeJS.ArrayBufferView
  return new Uint8Array(buffer as ArrayBuffer, byteOffset + offset, length ?? byteLength - offset)
}

function noteOpen(descriptor: number, path: unknown, flags: unknown): void {
  const inside = recorded(path)
  if (inside === undefined) return
  const id = `${process.pid}.${threadId}.${++counter}`
  opened.set(descriptor, id)
  const bits = typeof flags === 'number' ? flags : flagBits(String(flags ?? 'r'))
  const { O_CREAT, O_TRUNC } = real.constants
  write({ op: 'open', id, path: inside, creates: (bits & O_CREAT) !== 0, empties: (bits & O_TRUNC) !== 0 })
}

function flagBits(flags: string): number {
  const { O_CREAT, O_TRUNC } = real.constants
  return flags.startsWith('w') ? O_CREAT | O_TRUNC : flags.startsWith('a') ? O_CREAT : 0
}

function noteWrite(descriptor: number, data: Uint8Array, position: unknown): void {
  const id = opened.get(descriptor)
  if (id !== undefined) write({ op: 'write', id, position: typeof position === 'number' ? position : null }, data)
}

const noteSync = (descriptor: number): void => {
  const id = opened.get(descriptor)
  if (id !== undefined) write({ op: 'sync', id })
}
const noteSize = (descriptor: number, size: number): void => {
  const id = opened.get(descriptor)
  if (id !== undefined) write({ op: 'resize', id, size })
}

/** Records name changes; shared by the sync, callback and promise APIs. */
function noteNames(op: 'rename' | 'link' | 'remove' | 'folder', first: unknown, second?: unknown): void {
  const [path, to] = [recorded(first), second === undefined ? undefined : recorded(second)]
  if ((op === 'rename' || op === 'link') && path !== undefined && to !== undefined) write({ op, path, to })
  else if ((op === 'remove' || op === 'folder') && path) write({ op, path })
}

// biome-ignore lint/suspicious/noExplicitAny: functions with many signatures, replaced by ones of the same signature
type Any = any

const replaced: Any = fs
replaced.openSync = (path: Any, flags: Any, mode: Any) => {
  const descriptor = real.openSync(path, flags, mode)
  noteOpen(descriptor, path, flags)
  return descriptor
}
replaced.closeSync = (descriptor: number) => {
  opened.delete(descriptor)
  real.closeSync(descriptor)
}
replaced.writeSync = (descriptor: number, data: Any, offset?: Any, length?: Any, position?: Any) => {
  const written = real.writeSync(descriptor, data, offset, length, position)
  if (typeof data === 'string') noteWrite(descriptor, bytesOf(data), offset)
  else noteWrite(descriptor, bytesOf(data, offset ?? 0, written), position)
  return written
}
replaced.fsyncSync = (descriptor: number) => {
  if (!syncing) return
  real.fsyncSync(descriptor)
  noteSync(descriptor)
}
replaced.fdatasyncSync = (descriptor: number) => {
  if (!syncing) return
  real.fdatasyncSync(descriptor)
  noteSync(descriptor)
}
replaced.ftruncateSync = (descriptor: number, size = 0) => {
  real.ftruncateSync(descriptor, size)
  noteSize(descriptor, size)
}
replaced.truncateSync = (path: Any, size = 0) => {
  real.truncateSync(path, size)
  const inside = recorded(path)
  if (inside !== undefined) write({ op: 'resize', path: inside, size })
}
replaced.writeFileSync = (path: Any, data: Any, options: Any) => {
  const descriptor = replaced.openSync(path, options?.flag ?? 'w', options?.mode ?? 0o666)
  try {
    const bytes = bytesOf(data)
    for (let done = 0; done < bytes.length; )
      done += replaced.writeSync(descriptor, bytes, done, bytes.length - done, done)
    if (options?.flush) replaced.fsyncSync(descriptor)
  } finally {
    replaced.closeSync(descriptor)
  }
}
// Copies inside the kernel are replaced by writes; such a file reaches the disk no sooner than a written one.
replaced.copyFileSync = (from: Any, to: Any) => replaced.writeFileSync(to, real.readFileSync(from), { flag: 'w' })
const isThere = (path: Any) => real.existsSync(path)
for (const [name, op] of [
  ['rename', 'rename'],
  ['link', 'link'],
  ['unlink', 'remove'],
  ['rmdir', 'remove'],
  ['rm', 'remove'],
  ['mkdir', 'folder'],
] as const) {
  const now = (real as Any)[`${name}Sync`]
  replaced[`${name}Sync`] = (first: Any, ...rest: Any[]) => {
    const before = isThere(first)
    const result = now(first, ...rest)
    if (before !== (op === 'folder')) noteNames(op, first, rest[0])
    return result
  }
  const later = (promised as Any)[name]
  ;(fs.promises as Any)[name] = async (first: Any, ...rest: Any[]) => {
    const before = isThere(first)
    const result = await later(first, ...rest)
    if (before !== (op === 'folder')) noteNames(op, first, rest[0])
    return result
  }
}

// Streams.
replaced.open = (path: Any, flags: Any, mode: Any, done: Any) =>
  real.open(path, flags, mode, (fault, descriptor) => {
    if (!fault) noteOpen(descriptor, path, flags)
    done(fault, descriptor)
  })
replaced.close = (descriptor: number, done: Any) => {
  opened.delete(descriptor)
  real.close(descriptor, done)
}
replaced.write = (descriptor: number, data: Any, offset: Any, length: Any, position: Any, done: Any) =>
  real.write(descriptor, data, offset, length, position, (fault: Any, written: number, ...more: Any[]) => {
    if (!fault) noteWrite(descriptor, bytesOf(data, offset ?? 0, written), position)
    done(fault, written, ...more)
  })
replaced.writev = (descriptor: number, parts: Any[], position: Any, done: Any) =>
  real.writev(descriptor, parts, position, (fault: Any, written: number, ...more: Any[]) => {
    if (!fault) noteWrite(descriptor, Buffer.concat(parts).subarray(0, written), position)
    done(fault, written, ...more)
  })
replaced.fsync = (descriptor: number, done: Any) => {
  if (!syncing) return void setImmediate(done, null)
  real.fsync(descriptor, (fault) => {
    if (!fault) noteSync(descriptor)
    done(fault)
  })
}

// Promises.
;(fs.promises as Any).open = async (path: Any, flags: Any, mode: Any) => {
  const handle = await promised.open(path, flags, mode)
  const { fd } = handle
  noteOpen(fd, path, flags)
  const own = { writeFile: handle.writeFile, sync: handle.sync, close: handle.close }
  handle.writeFile = async (data: Any, ...rest: Any[]) => {
    await own.writeFile.call(handle, data, ...rest)
    noteWrite(fd, bytesOf(data), null)
  }
  handle.sync = handle.datasync = async () => {
    if (!syncing) return
    await own.sync.call(handle)
    noteSync(fd)
  }
  handle.close = () => {
    opened.delete(fd)
    return own.close.call(handle)
  }
  return handle
}
;(fs.promises as Any).writeFile = async (path: Any, data: Any, options: Any) => {
  const handle = await fs.promises.open(path, options?.flag ?? 'w', options?.mode)
  try {
    await handle.writeFile(data)
  } finally {
    await handle.close()
  }
}

syncBuiltinESMExports()
write({ op: 'note', text: join('thread', String(threadId)) })
