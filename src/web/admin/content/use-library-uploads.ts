import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { PICTURE_LIMIT } from '#contract/base/limits.ts'
import type { MediaPicture } from '#contract/content/media.ts'
import { findFileError } from '#web/ui/file-rules.ts'
import { affectedBy } from '../api/affected-reads.ts'
import { errorMessage } from '../api/error-messages.ts'
import { adminUpload } from '../api/upload.ts'

/** The server decodes one picture at a time; a second one travels meanwhile. */
const CONCURRENT = 2

export type LibraryUpload = { key: number; file: File; state: 'waiting' | 'done' } | FailedUpload
type FailedUpload = { key: number; file: File; state: 'failed'; message: string }

/** Uploads pictures to the library, a few at a time, and reports each one. Leaving the page ends them. */
export function useLibraryUploads(onUploaded?: (picture: MediaPicture) => void) {
  const client = useQueryClient()
  const [uploads, setUploads] = useState<readonly LibraryUpload[]>([])
  const waiting = useRef<LibraryUpload[]>([])
  const running = useRef(0)
  const sequence = useRef(0)
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])

  const change = (changed: LibraryUpload) =>
    setUploads((current) => current.map((upload) => (upload.key === changed.key ? changed : upload)))

  async function run({ key, file }: LibraryUpload) {
    running.current++
    controller.current ??= new AbortController()
    const { signal } = controller.current
    try {
      const picture = await adminUpload('uploadPicture', file, signal)
      change({ key, file, state: 'done' })
      void client.invalidateQueries({ predicate: affectedBy('uploadPicture') })
      onUploaded?.(picture)
    } catch (error) {
      const message = errorMessage(error) ?? 'The picture was not uploaded.'
      if (!signal.aborted) change({ key, file, state: 'failed', message })
    } finally {
      running.current--
      runNext()
    }
  }

  function runNext() {
    while (running.current < CONCURRENT) {
      const next = waiting.current.shift()
      if (!next) return
      void run(next)
    }
  }

  const start = (upload: LibraryUpload) => {
    waiting.current.push(upload)
    runNext()
  }

  return {
    uploads,
    add(files: readonly File[]) {
      const added = files.map((file): LibraryUpload => {
        const key = sequence.current++
        const message = findFileError(file, { maxBytes: PICTURE_LIMIT })
        return message === undefined ? { key, file, state: 'waiting' } : { key, file, state: 'failed', message }
      })
      // A new batch replaces one that is complete.
      setUploads((current) => [...(current.every(({ state }) => state === 'done') ? [] : current), ...added])
      for (const upload of added) if (upload.state === 'waiting') start(upload)
    },
    retry({ key, file }: LibraryUpload) {
      const upload: LibraryUpload = { key, file, state: 'waiting' }
      change(upload)
      start(upload)
    },
    dismiss: ({ key }: LibraryUpload) => setUploads((current) => current.filter((upload) => upload.key !== key)),
  }
}
