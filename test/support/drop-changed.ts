import { afterAll, beforeAll } from 'vitest'
import { makeDropChanged } from '#server/http/pages/drop-changed.ts'
import { type ChangeWatch, watchChanges } from '#server/platform/database/changes.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import type { TestApp } from './app.ts'

/** Drops cached responses of the suite's application when their data changes, as in a running shop. */
export function dropChangedForSuite(connection: () => Connection, suite: () => TestApp): void {
  let watch: ChangeWatch
  beforeAll(async () => {
    const dropChanged = makeDropChanged(suite().services, (error) => {
      throw error
    })
    watch = await watchChanges(connection(), dropChanged)
  })
  afterAll(() => watch.close())
}
