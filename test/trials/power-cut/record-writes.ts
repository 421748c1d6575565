import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join, resolve, sep } from 'node:path'
import { threadId } from 'node:worker_threads'
import { type Change, encodeChange } from './change-log.ts'

// Loaded into a shop and its threads by `--import`: records every change of the data directory in the order in which it
// reached the operating system. With POWER_CUT_SYNC=off nothing is ever synced.

const root = resolve(process.env.DATA_DIR ?? 'data')
const syncEnabled = process.env.POWER_CUT_SYNC !== 'off'
const originals = { ...fs }
const originalPromises = { ...fs.promises }
const log = originals.openSync(process.env.POWER_CUT_LOG ?? '', 'a')
const openFiles = new Map<number, string>()
let counter = 0

/** Excludes files of SQLite and the socket; the lock contains nothing that could be lost. */
const IGNORED = /^(?:socket|lock\.db.*|\.probe.*)(?:\/|$)/

function toRecordedPath(path: unknown): string | undefined {
  const name = resolve(String(path))
  if (!name.startsWith(root + sep)) return name === root ? '' : undefined
  const recordedPath = name.slice(root.length + 1)
  return IGNORED.test(recordedPath) ? undefined : recordedPath
}

function append(change: Change, data?: Uint8Array): void {
  originals.writeSync(log, encodeChange(change, data))
}

const bytesOf = (data: unknown, offset = 0, length?: number): Uint8Array => {
  if (typeof data === 'string') return Buffer.from(data)
  const { buffer, byteOffset, byteLength } = data as NodeJS.ArrayBufferView
  return new Uint8Array(buffer as ArrayBuffer, byteOffset + offset, length ?? byteLength - offset)
}

function recordOpen(descriptor: number, path: unknown, flags: unknown): void {
  const recordedPath = toRecordedPath(path)
  if (recordedPath === undefined) return
  const id = `${process.pid}.${threadId}.${++counter}`
  openFiles.set(descriptor, id)
  const bits = typeof flags === 'number' ? flags : flagBits(String(flags ?? 'r'))
  const { O_CREAT, O_TRUNC } = originals.constants
  append({ op: 'open', id, path: recordedPath, isCreated: (bits & O_CREAT) !== 0, isTruncated: (bits & O_TRUNC) !== 0 })
}

function flagBits(flags: string): number {
  const { O_CREAT, O_TRUNC } = originals.constants
  return flags.startsWith('w') ? O_CREAT | O_TRUNC : flags.startsWith('a') ? O_CREAT : 0
}

function recordWrite(descriptor: number, data: Uint8Array, position: unknown): void {
  const id = openFiles.get(descriptor)
  if (id !== undefined) append({ op: 'write', id, position: typeof position === 'number' ? position : null }, data)
}

const recordSync = (descriptor: number): void => {
  const id = openFiles.get(descriptor)
  if (id !== undefined) append({ op: 'sync', id })
}
const recordResize = (descriptor: number, size: number): void => {
  const id = openFiles.get(descriptor)
  if (id !== undefined) append({ op: 'resize', id, size })
}

/** Records name changes; shared by the sync, callback and promise APIs. */
function recordNameChange(op: 'rename' | 'link' | 'remove' | 'folder', first: unknown, second?: unknown): void {
  const [path, to] = [toRecordedPath(first), second === undefined ? undefined : toRecordedPath(second)]
  if ((op === 'rename' || op === 'link') && path !== undefined && to !== undefined) append({ op, path, to })
  else if ((op === 'remove' || op === 'folder') && path) append({ op, path })
}

// biome-ignore lint/suspicious/noExplicitAny: functions with many signatures, replaced by ones of the same signature
type Any = any

const patched: Any = fs
patched.openSync = (path: Any, flags: Any, mode: Any) => {
  const descriptor = originals.openSync(path, flags, mode)
  recordOpen(descriptor, path, flags)
  return descriptor
}
patched.closeSync = (descriptor: number) => {
  openFiles.delete(descriptor)
  originals.closeSync(descriptor)
}
patched.writeSync = (descriptor: number, data: Any, offset?: Any, length?: Any, position?: Any) => {
  const written = originals.writeSync(descriptor, data, offset, length, position)
  if (typeof data === 'string') recordWrite(descriptor, bytesOf(data), offset)
  else recordWrite(descriptor, bytesOf(data, offset ?? 0, written), position)
  return written
}
patched.fsyncSync = (descriptor: number) => {
  if (!syncEnabled) return
  originals.fsyncSync(descriptor)
  recordSync(descriptor)
}
patched.fdatasyncSync = (descriptor: number) => {
  if (!syncEnabled) return
  originals.fdatasyncSync(descriptor)
  recordSync(descriptor)
}
patched.ftruncateSync = (descriptor: number, size = 0) => {
  originals.ftruncateSync(descriptor, size)
  recordResize(descriptor, size)
}
patched.truncateSync = (path: Any, size = 0) => {
  originals.truncateSync(path, size)
  const recordedPath = toRecordedPath(path)
  if (recordedPath !== undefined) append({ op: 'resize', path: recordedPath, size })
}
patched.writeFileSync = (path: Any, data: Any, options: Any) => {
  const descriptor = patched.openSync(path, options?.flag ?? 'w', options?.mode ?? 0o666)
  try {
    const bytes = bytesOf(data)
    for (let callback = 0; callback < bytes.length; )
      callback += patched.writeSync(descriptor, bytes, callback, bytes.length - callback, callback)
    if (options?.flush) patched.fsyncSync(descriptor)
  } finally {
    patched.closeSync(descriptor)
  }
}
// Copies inside the kernel are replaced by writes; such a file reaches the disk no sooner than a written one.
patched.copyFileSync = (from: Any, to: Any) => patched.writeFileSync(to, originals.readFileSync(from), { flag: 'w' })
const exists = (path: Any) => originals.existsSync(path)
for (const [name, op] of [
  ['rename', 'rename'],
  ['link', 'link'],
  ['unlink', 'remove'],
  ['rmdir', 'remove'],
  ['rm', 'remove'],
  ['mkdir', 'folder'],
] as const) {
  const originalSync = (originals as Any)[`${name}Sync`]
  patched[`${name}Sync`] = (first: Any, ...rest: Any[]) => {
    const before = exists(first)
    const result = originalSync(first, ...rest)
    if (before !== (op === 'folder')) recordNameChange(op, first, rest[0])
    return result
  }
  const originalPromise = (originalPromises as Any)[name]
  ;(fs.promises as Any)[name] = async (first: Any, ...rest: Any[]) => {
    const before = exists(first)
    const result = await originalPromise(first, ...rest)
    if (before !== (op === 'folder')) recordNameChange(op, first, rest[0])
    return result
  }
}

// Streams.
patched.open = (path: Any, flags: Any, mode: Any, callback: Any) =>
  originals.open(path, flags, mode, (error, descriptor) => {
    if (!error) recordOpen(descriptor, path, flags)
    callback(error, descriptor)
  })
patched.close = (descriptor: number, callback: Any) => {
  openFiles.delete(descriptor)
  originals.close(descriptor, callback)
}
patched.write = (descriptor: number, data: Any, offset: Any, length: Any, position: Any, callback: Any) =>
  originals.write(descriptor, data, offset, length, position, (error: Any, written: number, ...rest: Any[]) => {
    if (!error) recordWrite(descriptor, bytesOf(data, offset ?? 0, written), position)
    callback(error, written, ...rest)
  })
patched.writev = (descriptor: number, parts: Any[], position: Any, callback: Any) =>
  originals.writev(descriptor, parts, position, (error: Any, written: number, ...rest: Any[]) => {
    if (!error) recordWrite(descriptor, Buffer.concat(parts).subarray(0, written), position)
    callback(error, written, ...rest)
  })
patched.fsync = (descriptor: number, callback: Any) => {
  if (!syncEnabled) return void setImmediate(callback, null)
  originals.fsync(descriptor, (error) => {
    if (!error) recordSync(descriptor)
    callback(error)
  })
}

// Promises.
;(fs.promises as Any).open = async (path: Any, flags: Any, mode: Any) => {
  const handle = await originalPromises.open(path, flags, mode)
  const { fd } = handle
  recordOpen(fd, path, flags)
  const originalMethods = { writeFile: handle.writeFile, sync: handle.sync, close: handle.close }
  handle.writeFile = async (data: Any, ...rest: Any[]) => {
    await originalMethods.writeFile.call(handle, data, ...rest)
    recordWrite(fd, bytesOf(data), null)
  }
  handle.sync = handle.datasync = async () => {
    if (!syncEnabled) return
    await originalMethods.sync.call(handle)
    recordSync(fd)
  }
  handle.close = () => {
    openFiles.delete(fd)
    return originalMethods.close.call(handle)
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
append({ op: 'note', text: join('thread', String(threadId)) })
