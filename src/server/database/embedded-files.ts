import { fdatasyncSync, fsyncSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncNow } from '../durable-files.ts'

type Node = { mode: number; parent: Node }
type Stream = { node: Node; nfd: number }
/** What this file needs of Emscripten's file system over Node's; its published types leave most of it out. */
type HostFiles = {
  realPath(node: Node): string
  tryFSOperation<Result>(operation: () => Result): Result
  node_ops: {
    setattr(node: Node, attributes: Attributes): void
    mknod(parent: Node, name: string, mode: number, dev: number): Node
    rename(node: Node, folder: Node, name: string): void
    unlink(folder: Node, name: string): void
    rmdir(folder: Node, name: string): void
  }
  stream_ops: { setattr(stream: Stream, attributes: Attributes): void; fsync?(stream: Stream): number }
}
type Attributes = { mode?: number | null }
type EmscriptenOptions = Parameters<NodeFS['init']>[1]

/** Nothing for the group and for others: Emscripten sets modes itself, whatever the umask of the process is. */
const PRIVATE = 0o700

/**
 * The engine's files: readable by their owner alone, and with syncs that reach the disk, where upstream's are silently
 * nothing. A synced file's name is as safe as its data, also where a folder's entries are only written with the folder:
 * PostgreSQL counts on that for the files of tables.
 */
export class EngineFiles extends NodeFS {
  readonly #durable: boolean

  constructor(path: string, durable: boolean) {
    super(path)
    this.#durable = durable
  }

  override async init(engine: PGlite, options: EmscriptenOptions) {
    const { emscriptenOpts } = await super.init(engine, options)
    const preRun: EmscriptenOptions['preRun'] = [
      ...(emscriptenOpts.preRun ?? []),
      ({ FS }) => {
        const files = FS.filesystems.NODEFS as unknown as HostFiles
        keepPrivate(files)
        if (this.#durable) forceSyncs(files, ({ mode }) => FS.isDir(mode))
      },
    ]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

function keepPrivate({ node_ops: byName, stream_ops: byStream }: HostFiles): void {
  const masked = (attributes: Attributes): Attributes =>
    typeof attributes.mode === 'number'
      ? { ...attributes, mode: (attributes.mode & ~0o777) | (attributes.mode & PRIVATE) }
      : attributes
  const { setattr } = byName
  const { setattr: setStreamAttributes } = byStream
  byName.setattr = (node, attributes) => setattr(node, masked(attributes))
  byStream.setattr = (stream, attributes) => setStreamAttributes(stream, masked(attributes))
}

function forceSyncs(files: HostFiles, isFolder: (node: Node) => boolean): void {
  const changed = noteChangedFolders(files)
  const syncFolders = (first: Node) => {
    // A new folder is found through its parent.
    for (let folder = first; changed.delete(files.realPath(folder)); folder = folder.parent) {
      syncNow(files.realPath(folder))
    }
  }
  files.stream_ops.fsync = ({ node, nfd }) =>
    // What fails here becomes an error number, at which PostgreSQL stops rather than go on without knowing.
    files.tryFSOperation(() => {
      if (isFolder(node)) fsyncSync(nfd)
      else fdatasyncSync(nfd)
      syncFolders(isFolder(node) ? node : node.parent)
      return 0
    })
}

/** The folders whose entries may not be on the disk yet. */
function noteChangedFolders({ node_ops: operations, realPath }: HostFiles): Set<string> {
  const changed = new Set<string>()
  const { mknod, rename, unlink, rmdir } = operations
  operations.mknod = (parent, name, mode, dev) => {
    const node = mknod(parent, name, mode, dev)
    changed.add(realPath(parent))
    return node
  }
  operations.rename = (node, folder, name) => {
    const from = realPath(node.parent)
    rename(node, folder, name)
    changed.add(from).add(realPath(folder))
  }
  operations.unlink = (folder, name) => {
    unlink(folder, name)
    changed.add(realPath(folder))
  }
  operations.rmdir = (folder, name) => {
    rmdir(folder, name)
    changed.delete(`${realPath(folder)}/${name}`)
    changed.add(realPath(folder))
  }
  return changed
}
