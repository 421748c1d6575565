import type { FileStore } from './file-store.ts'

/**
 * Combines two stores while files move from one to the other: new files go to `to`. Every read begins with `from`,
 * since a file is removed there only once `to` has it. A removal does as well, so that the move does not restore a file
 * in transit: it checks `from` again after writing to `to` (`move-files.ts`).
 */
export function migratingFileStore(from: FileStore, to: FileStore): FileStore {
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
      const listedNames = new Set<string>()
      for await (const file of from.list()) {
        listedNames.add(file.name)
        yield file
      }
      for await (const file of to.list()) if (!listedNames.has(file.name)) yield file
    },
  }
}
