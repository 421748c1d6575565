import type { FileStore } from './file-store.ts'

/**
 * Two stores while files move from one to the other: new ones go to `to`. Every look begins at `from`, since a file is
 * removed there only when `to` has it; and a removal, too, so that a file on its way is not brought back by the move,
 * which looks at `from` again after it wrote to `to` (`move-files.ts`).
 */
export function bothStores(from: FileStore, to: FileStore): FileStore {
  return {
    add: (files) => to.add(files),
    find: async (name) => (await from.find(name)) ?? to.find(name),
    open: async (name, range) => (await from.open(name, range)) ?? to.open(name, range),
    hold: async (name, path) => (await from.hold(name, path)) || to.hold(name, path),
    async remove(name) {
      await from.remove(name)
      await to.remove(name)
    },
    async *list() {
      const seen = new Set<string>()
      for await (const file of from.list()) {
        seen.add(file.name)
        yield file
      }
      for await (const file of to.list()) if (!seen.has(file.name)) yield file
    },
  }
}
