import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RecordedChange } from './change-log.ts'

type PendingChange = { op: 'write'; position: number; data: Buffer } | { op: 'resize'; size: number }
/** `pending` contains the changes since the last sync of the file. */
class StoredFile {
  durable: Buffer = Buffer.alloc(0)
  pending: PendingChange[] = []
  size = 0
}
class Folder {
  readonly names = new Map<string, DiskEntry>()
  readonly durable = new Map<string, DiskEntry>()
}
type DiskEntry = StoredFile | Folder
type Rename = { from?: { folder: Folder; name: string }; to?: { folder: Folder; name: string }; entry: DiskEntry }

/** Numbers between 0 and 1, deterministic for a seed. */
export type Random = () => number

/**
 * Models what a power cut can leave, by POSIX: a file's data and size are safe after a sync of the file, its name after
 * a sync of its folder. Any part of everything else may have reached the disk, in any order, pages partially or not
 * at all.
 */
export class Disk {
  readonly #root = new Folder()
  readonly #opened = new Map<string, { entry: DiskEntry; position: number }>()
  renames: Rename[] = []

  apply({ change, data }: RecordedChange): void {
    switch (change.op) {
      case 'open': {
        let entry = this.#find(change.path)
        if (!entry && change.isCreated) entry = this.#create(change.path, new StoredFile())
        if (!entry) return
        if (change.isTruncated && entry instanceof StoredFile) resize(entry, 0)
        this.#opened.set(change.id, { entry, position: 0 })
        return
      }
      case 'write': {
        const open = this.#opened.get(change.id)
        if (!(open?.entry instanceof StoredFile)) return
        const position = change.position ?? open.position
        open.position = position + data.length
        open.entry.pending.push({ op: 'write', position, data })
        open.entry.size = Math.max(open.entry.size, open.position)
        return
      }
      case 'resize': {
        const entry = change.id === undefined ? this.#find(change.path ?? '') : this.#opened.get(change.id)?.entry
        if (entry instanceof StoredFile) resize(entry, change.size)
        return
      }
      case 'sync': {
        const entry = this.#opened.get(change.id)?.entry
        if (entry instanceof StoredFile) syncFile(entry)
        else if (entry) this.#syncFolder(entry)
        return
      }
      case 'rename':
      case 'link': {
        const entry = this.#find(change.path)
        const [from, to] = [this.parentOf(change.path), this.parentOf(change.to)]
        if (entry && from && to) this.#rename({ ...(change.op === 'rename' && { from }), to, entry })
        return
      }
      case 'folder':
        this.#create(change.path, new Folder())
        return
      case 'remove': {
        const entry = this.#find(change.path)
        const from = this.parentOf(change.path)
        if (entry && from) this.#rename({ from, entry })
      }
    }
  }

  /** Everything as the programs saw it. */
  *files(): Generator<[path: string, bytes: Buffer]> {
    yield* walk(this.#root, '', (folder) => folder.names)
  }

  /** Writes the result of one power cut at this moment into `target`. */
  writeAfterCut(target: string, random: Random): void {
    const survivors = this.survivingNames(random)
    const tearing: Tearing = { unitSize: random() < 0.3 ? 512 : 4096, random, style: random() }
    mkdirSync(target, { recursive: true })
    for (const [path, bytes] of walk(
      this.#root,
      '',
      (folder) => survivors.get(folder) ?? folder.durable,
      tearing,
      target,
    )) {
      const file = join(target, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, bytes, { mode: 0o600 })
    }
  }

  #find(path: string): DiskEntry | undefined {
    let entry: DiskEntry | undefined = this.#root
    if (path === '') return entry
    for (const name of path.split('/')) entry = entry instanceof Folder ? entry.names.get(name) : undefined
    return entry
  }

  parentOf(path: string): { folder: Folder; name: string } | undefined {
    const cut = path.lastIndexOf('/')
    const folder = this.#find(cut < 0 ? '' : path.slice(0, cut))
    return folder instanceof Folder ? { folder, name: path.slice(cut + 1) } : undefined
  }

  #create<Entry extends DiskEntry>(path: string, entry: Entry): Entry | undefined {
    const cut = path.lastIndexOf('/')
    // For `mkdir -p`, only the last folder was recorded.
    if (cut > 0 && !this.#find(path.slice(0, cut))) this.#create(path.slice(0, cut), new Folder())
    const to = this.parentOf(path)
    if (!to) return undefined
    this.#rename({ to, entry })
    return entry
  }

  #rename(rename: Rename): void {
    applyRename(rename, (folder) => folder.names)
    this.renames.push(rename)
  }

  #syncFolder(folder: Folder): void {
    const concernsFolder = ({ from, to }: Rename) => from?.folder === folder || to?.folder === folder
    for (const rename of this.renames.filter(concernsFolder)) applyRename(rename, ({ durable }) => durable)
    this.renames = this.renames.filter((rename) => !concernsFolder(rename))
  }

  /** Either a prefix of a journal, in order, or any subset of the changes. */
  survivingNames(random: Random): Map<Folder, Map<string, DiskEntry>> {
    const surviving = new Map<Folder, Map<string, DiskEntry>>()
    const namesOf = (folder: Folder) => {
      const names = surviving.get(folder) ?? new Map(folder.durable)
      surviving.set(folder, names)
      return names
    }
    const inOrder = random() < 0.5
    const share = random() < 0.3 ? Math.round(random()) : random()
    const last = Math.round(this.renames.length * share)
    for (const [i, rename] of this.renames.entries()) {
      if (inOrder ? i < last : random() < share) applyRename(rename, namesOf)
    }
    return surviving
  }
}

function applyRename({ from, to, entry }: Rename, namesOf: (folder: Folder) => Map<string, DiskEntry>): void {
  if (from && namesOf(from.folder).get(from.name) === entry) namesOf(from.folder).delete(from.name)
  if (to) namesOf(to.folder).set(to.name, entry)
}

type Tearing = { unitSize: number; random: Random; style: number }

function* walk(
  folder: Folder,
  path: string,
  namesOf: (folder: Folder) => Map<string, DiskEntry>,
  tearing?: Tearing,
  target?: string,
): Generator<[string, Buffer]> {
  for (const [name, entry] of namesOf(folder)) {
    const entryPath = path === '' ? name : `${path}/${name}`
    if (entry instanceof StoredFile) yield [entryPath, tearing ? readTornFile(entry, tearing) : readWholeFile(entry)]
    else {
      if (target !== undefined) mkdirSync(join(target, entryPath), { recursive: true })
      yield* walk(entry, entryPath, namesOf, tearing, target)
    }
  }
}

function resize(file: StoredFile, size: number): void {
  file.pending.push({ op: 'resize', size })
  file.size = size
}

function syncFile(file: StoredFile): void {
  // In place when it fits: a log is written a thousand times between two changes of its size.
  const needsRebuild = file.pending.some(
    (change) => change.op === 'resize' || change.position + change.data.length > file.durable.length,
  )
  if (needsRebuild) file.durable = readWholeFile(file)
  else applyAll(file.durable, file.pending)
  file.pending = []
}

function readWholeFile({ durable, pending, size }: StoredFile): Buffer {
  if (pending.length === 0) return durable
  const bytes = allocate({ durable, pending })
  durable.copy(bytes)
  return applyAll(bytes, pending).subarray(0, size)
}

function applyAll(bytes: Buffer, pending: readonly PendingChange[]): Buffer {
  for (const change of pending) {
    if (change.op === 'write') change.data.copy(bytes, change.position)
    else bytes.fill(0, change.size)
  }
  return bytes
}

function allocate({ durable, pending }: Pick<StoredFile, 'durable' | 'pending'>): Buffer {
  let requiredLength = durable.length
  for (const change of pending) {
    requiredLength = Math.max(
      requiredLength,
      change.op === 'write' ? change.position + change.data.length : change.size,
    )
  }
  return Buffer.alloc(requiredLength)
}

/**
 * Each unit of the file independently shows one moment between the last sync and now; so does its size. Content
 * removed by truncation does not reappear.
 */
function readTornFile({ durable, pending, size }: StoredFile, { unitSize, random, style }: Tearing): Buffer {
  if (pending.length === 0) return durable
  const choice = style < 0.2 ? style / 0.2 : random()
  if (choice < 0.3) return durable
  if (choice < 0.5) return readWholeFile({ durable, pending, size } as StoredFile)
  const moment = random() < 0.5 ? pending.length : Math.floor(random() * (pending.length + 1))
  const shrinksAt = pending.findIndex((change, i) => i >= moment && change.op === 'resize')
  const limit = shrinksAt < 0 ? pending.length : shrinksAt
  const bytes = allocate({ durable, pending })
  durable.copy(bytes)
  const appliedByUnit = new Map<number, number>()
  const countApplied = (index: number) => {
    let appliedCount = appliedByUnit.get(index)
    if (appliedCount === undefined) {
      const draw = random()
      appliedCount = draw < 0.33 ? 0 : draw < 0.66 ? limit : Math.floor(random() * (limit + 1))
      appliedByUnit.set(index, appliedCount)
    }
    return appliedCount
  }
  let length = durable.length
  for (const [i, change] of pending.entries()) {
    if (i >= limit) break
    if (change.op === 'resize') {
      length = change.size
      bytes.fill(0, change.size)
      continue
    }
    const end = change.position + change.data.length
    if (i < moment) length = Math.max(length, end)
    for (let at = change.position; at < end; ) {
      const index = Math.floor(at / unitSize)
      const next = Math.min((index + 1) * unitSize, end)
      if (i < countApplied(index)) change.data.copy(bytes, at, at - change.position, next - change.position)
      at = next
    }
  }
  return bytes.subarray(0, length)
}
