import { fdatasyncSync, fsyncSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncNow } from '../files/durable-files.ts'

type Node = { mode: number; parent: Node }
type Stream = { node: Node; nfd: number }
/** The part of Emscripten's file system over Node's that this file uses; its published types omit most of it. */
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

/** No rights for group and others: Emscripten sets modes itself, regardless of the process's umask. */
const PRIVATE = 0o700

/**
 * Makes the engine's files readable by their owner alone, and makes its syncs reach the disk, where upstream's silently
 * do nothing. Syncing a file makes its name as durable as its data, even if directory entries are written only with the
 * directory: PostgreSQL relies on that for table files.
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
        restrictModes(files)
        if (this.#durable) forceSyncs(files, ({ mode }) => FS.isDir(mode))
      },
    ]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

function restrictModes({ node_ops: nodeOps, stream_ops: streamOps }: HostFiles): void {
  const maskMode = (attributes: Attributes): Attributes =>
    typeof attributes.mode === 'number'
      ? { ...attributes, mode: (attributes.mode & ~0o777) | (attributes.mode & PRIVATE) }
      : attributes
  const { setattr } = nodeOps
  const { setattr: setStreamAttributes } = streamOps
  nodeOps.setattr = (node, attributes) => setattr(node, maskMode(attributes))
  streamOps.setattr = (stream, attributes) => setStreamAttributes(stream, maskMode(attributes))
}

function forceSyncs(files: HostFiles, isFolder: (node: Node) => boolean): void {
  const changed = trackChangedFolders(files)
  const syncFolders = (first: Node) => {
    // A new folder becomes durable through its parent.
    for (let folder = first; changed.delete(files.realPath(folder)); folder = folder.parent) {
      syncNow(files.realPath(folder))
    }
  }
  files.stream_ops.fsync = ({ node, nfd }) =>
    // A failure here becomes an error number, at which PostgreSQL stops instead of continuing unaware.
    files.tryFSOperation(() => {
      if (isFolder(node)) fsyncSync(nfd)
      else fdatasyncSync(nfd)
      syncFolders(isFolder(node) ? node : node.parent)
      return 0
    })
}

/** Tracks folders whose entries may not be on disk yet. */
function trackChangedFolders({ node_ops: operations, realPath }: HostFiles): Set<string> {
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
