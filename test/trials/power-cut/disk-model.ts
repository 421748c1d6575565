import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RecordedChange } from './change-log.ts'

type Pending = { op: 'write'; position: number; data: Buffer } | { op: 'resize'; size: number }
/** `pending` contains the changes since the last sync of the file. */
class StoredFile {
  durable: Buffer = Buffer.alloc(0)
  pending: Pending[] = []
  size = 0
}
class Folder {
  readonly names = new Map<string, Thing>()
  readonly durable = new Map<string, Thing>()
}
type Thing = StoredFile | Folder
type Rename = { from?: { folder: Folder; name: string }; to?: { folder: Folder; name: string }; thing: Thing }

/** Numbers between 0 and 1, deterministic for a seed. */
export type Random = () => number

/**
 * Models what a power cut can leave, by POSIX: a file's data and size are safe after a sync of the file, its name after
 * a sync of its folder. Any part of everything else may have reached the disk, in any order, pages partially or not
 * at all.
 */
export class Disk {
  readonly #root = new Folder()
  readonly #opened = new Map<string, { thing: Thing; position: number }>()
  #names: Rename[] = []

  apply({ change, data }: RecordedChange): void {
    switch (change.op) {
      case 'open': {
        let thing = this.#find(change.path)
        if (!thing && change.creates) thing = this.#create(change.path, new StoredFile())
        if (!thing) return
        if (change.empties && thing instanceof StoredFile) resize(thing, 0)
        this.#opened.set(change.id, { thing, position: 0 })
        return
      }
      case 'write': {
        const open = this.#opened.get(change.id)
        if (!(open?.thing instanceof StoredFile)) return
        const position = change.position ?? open.position
        open.position = position + data.length
        open.thing.pending.push({ op: 'write', position, data })
        open.thing.size = Math.max(open.thing.size, open.position)
        return
      }
      case 'resize': {
        const thing = change.id === undefined ? this.#find(change.path ?? '') : this.#opened.get(change.id)?.thing
        if (thing instanceof StoredFile) resize(thing, change.size)
        return
      }
      case 'sync': {
        const thing = this.#opened.get(change.id)?.thing
        if (thing instanceof StoredFile) syncFile(thing)
        else if (thing) this.#syncFolder(thing)
        return
      }
      case 'rename':
      case 'link': {
        const thing = this.#find(change.path)
        const [from, to] = [this.#entry(change.path), this.#entry(change.to)]
        if (thing && from && to) this.#rename({ ...(change.op === 'rename' && { from }), to, thing })
        return
      }
      case 'folder':
        this.#create(change.path, new Folder())
        return
      case 'remove': {
        const thing = this.#find(change.path)
        const from = this.#entry(change.path)
        if (thing && from) this.#rename({ from, thing })
      }
    }
  }

  /** Everything as the programs saw it. */
  *files(): Generator<[path: string, bytes: Buffer]> {
    yield* walk(this.#root, '', (folder) => folder.names)
  }

  /** Writes the result of one power cut at this moment into `target`. */
  leave(target: string, random: Random): void {
    const names = this.#namesLeft(random)
    const tear: Tear = { unit: random() < 0.3 ? 512 : 4096, random, style: random() }
    mkdirSync(target, { recursive: true })
    for (const [path, bytes] of walk(this.#root, '', (folder) => names.get(folder) ?? folder.durable, tear, target)) {
      const file = join(target, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, bytes, { mode: 0o600 })
    }
  }

  #find(path: string): Thing | undefined {
    let thing: Thing | undefined = this.#root
    if (path === '') return thing
    for (const name of path.split('/')) thing = thing instanceof Folder ? thing.names.get(name) : undefined
    return thing
  }

  #entry(path: string): { folder: Folder; name: string } | undefined {
    const cut = path.lastIndexOf('/')
    const folder = this.#find(cut < 0 ? '' : path.slice(0, cut))
    return folder instanceof Folder ? { folder, name: path.slice(cut + 1) } : undefined
  }

  #create<Made extends Thing>(path: string, thing: Made): Made | undefined {
    const cut = path.lastIndexOf('/')
    // For `mkdir -p`, only the last folder was recorded.
    if (cut > 0 && !this.#find(path.slice(0, cut))) this.#create(path.slice(0, cut), new Folder())
    const to = this.#entry(path)
    if (!to) return undefined
    this.#rename({ to, thing })
    return thing
  }

  #rename(rename: Rename): void {
    follow(rename, (folder) => folder.names)
    this.#names.push(rename)
  }

  #syncFolder(folder: Folder): void {
    const concerned = ({ from, to }: Rename) => from?.folder === folder || to?.folder === folder
    for (const rename of this.#names.filter(concerned)) follow(rename, ({ durable }) => durable)
    this.#names = this.#names.filter((rename) => !concerned(rename))
  }

  /** Either a prefix of a journal, in order, or any subset of the changes. */
  #namesLeft(random: Random): Map<Folder, Map<string, Thing>> {
    const left = new Map<Folder, Map<string, Thing>>()
    const of = (folder: Folder) => {
      const found = left.get(folder) ?? new Map(folder.durable)
      left.set(folder, found)
      return found
    }
    const inOrder = random() < 0.5
    const share = random() < 0.3 ? Math.round(random()) : random()
    const last = Math.round(this.#names.length * share)
    for (const [i, rename] of this.#names.entries()) {
      if (inOrder ? i < last : random() < share) follow(rename, of)
    }
    return left
  }
}

function follow({ from, to, thing }: Rename, namesOf: (folder: Folder) => Map<string, Thing>): void {
  if (from && namesOf(from.folder).get(from.name) === thing) namesOf(from.folder).delete(from.name)
  if (to) namesOf(to.folder).set(to.name, thing)
}

type Tear = { unit: number; random: Random; style: number }

function* walk(
  folder: Folder,
  path: string,
  namesOf: (folder: Folder) => Map<string, Thing>,
  tear?: Tear,
  target?: string,
): Generator<[string, Buffer]> {
  for (const [name, thing] of namesOf(folder)) {
    const inside = path === '' ? name : `${path}/${name}`
    if (thing instanceof StoredFile) yield [inside, tear ? tornFile(thing, tear) : wholeFile(thing)]
    else {
      if (target !== undefined) mkdirSync(join(target, inside), { recursive: true })
      yield* walk(thing, inside, namesOf, tear, target)
    }
  }
}

function resize(file: StoredFile, size: number): void {
  file.pending.push({ op: 'resize', size })
  file.size = size
}

function syncFile(file: StoredFile): void {
  // In place when it fits: a log is written a thousand times between two changes of its size.
  const grows = file.pending.some(
    (change) => change.op === 'resize' || change.position + change.data.length > file.durable.length,
  )
  if (grows) file.durable = wholeFile(file)
  else applyAll(file.durable, file.pending)
  file.pending = []
}

function wholeFile({ durable, pending, size }: StoredFile): Buffer {
  if (pending.length === 0) return durable
  const bytes = roomFor({ durable, pending })
  durable.copy(bytes)
  return applyAll(bytes, pending).subarray(0, size)
}

function applyAll(bytes: Buffer, pending: readonly Pending[]): Buffer {
  for (const change of pending) {
    if (change.op === 'write') change.data.copy(bytes, change.position)
    else bytes.fill(0, change.size)
  }
  return bytes
}

function roomFor({ durable, pending }: Pick<StoredFile, 'durable' | 'pending'>): Buffer {
  let most = durable.length
  for (const change of pending) {
    most = Math.max(most, change.op === 'write' ? change.position + change.data.length : change.size)
  }
  return Buffer.alloc(most)
}

/**
 * Each unit of the file independently shows one moment between the last sync and now; so does its size. Content
 * removed by truncation does not reappear.
 */
function tornFile({ durable, pending, size }: StoredFile, { unit, random, style }: Tear): Buffer {
  if (pending.length === 0) return durable
  const choice = style < 0.2 ? style / 0.2 : random()
  if (choice < 0.3) return durable
  if (choice < 0.5) return wholeFile({ durable, pending, size } as StoredFile)
  const moment = random() < 0.5 ? pending.length : Math.floor(random() * (pending.length + 1))
  const shrinksAt = pending.findIndex((change, i) => i >= moment && change.op === 'resize')
  const limit = shrinksAt < 0 ? pending.length : shrinksAt
  const bytes = roomFor({ durable, pending })
  durable.copy(bytes)
  const stops = new Map<number, number>()
  const stopOf = (index: number) => {
    let stop = stops.get(index)
    if (stop === undefined) {
      const draw = random()
      stop = draw < 0.33 ? 0 : draw < 0.66 ? limit : Math.floor(random() * (limit + 1))
      stops.set(index, stop)
    }
    return stop
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
      const index = Math.floor(at / unit)
      const next = Math.min((index + 1) * unit, end)
      if (i < stopOf(index)) change.data.copy(bytes, at, at - change.position, next - change.position)
      at = next
    }
  }
  return bytes.subarray(0, length)
}
