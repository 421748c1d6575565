import { useEffect, useRef } from 'react'
import { PICTURE_LIMIT } from '#contract/base/limits.ts'
import { findFileError } from '#web/ui/file-rules.ts'
import { errorMessage } from '../../api/error-messages.ts'
import { adminUpload } from '../../api/upload.ts'
import type { DraftPicture } from './product-draft.ts'
import { shrinkPicture } from './shrink-picture.ts'
import type { SetDraft } from './use-product-draft.ts'

/** The server decodes one picture at a time; a second one travels meanwhile. */
const CONCURRENT = 2

type Upload = { file: File; controller: AbortController }

/** Uploads new pictures, each with a preview at once, and keeps their state in the draft. */
export function usePictures(setDraft: SetDraft) {
  const uploads = useRef(new Map<string, Upload>())
  const waiting = useRef<string[]>([])
  const running = useRef(0)
  const sequence = useRef(0)

  useEffect(
    () => () => {
      for (const { controller } of uploads.current.values()) controller.abort()
    },
    [],
  )

  const change = (key: string, changes: Partial<DraftPicture>) =>
    setDraft((draft) => ({
      ...draft,
      images: draft.images.map((picture) => (picture.key === key ? { ...picture, ...changes } : picture)),
    }))

  function runNext() {
    while (running.current < CONCURRENT) {
      const key = waiting.current.shift()
      if (key === undefined) return
      const upload = uploads.current.get(key)
      if (upload) void run(key, upload)
    }
  }

  async function run(key: string, { file, controller }: Upload) {
    running.current++
    change(key, { upload: { state: 'uploading' } })
    try {
      const { src } = await adminUpload('uploadProductPicture', file, controller.signal)
      uploads.current.delete(key)
      change(key, { src, upload: undefined })
    } catch (error) {
      if (!controller.signal.aborted) {
        change(key, { upload: { state: 'failed', message: errorMessage(error) ?? 'The picture was not uploaded.' } })
      }
    } finally {
      running.current--
      runNext()
    }
  }

  function start(key: string, file: File) {
    uploads.current.set(key, { file, controller: new AbortController() })
    waiting.current.push(key)
    void shrinkPicture(file).then((local) => local !== undefined && change(key, { local }))
  }

  return {
    /** Adds pictures at the end, or one in the place of another. */
    add(files: readonly File[], replaced?: DraftPicture) {
      const added = files.map((file): DraftPicture => {
        const key = `new ${sequence.current++}`
        const message = findFileError(file, { maxBytes: PICTURE_LIMIT })
        if (message === undefined) start(key, file)
        const upload = message === undefined ? ({ state: 'waiting' } as const) : ({ state: 'failed', message } as const)
        return { key, src: null, source_url: null, alt: replaced?.alt ?? '', upload }
      })
      setDraft((draft) => ({
        ...draft,
        images: replaced
          ? draft.images.flatMap((picture) => (picture.key === replaced.key ? added : picture))
          : [...draft.images, ...added],
      }))
      runNext()
    },
    retry(key: string) {
      const upload = uploads.current.get(key)
      if (!upload) return
      change(key, { upload: { state: 'waiting' } })
      uploads.current.set(key, { ...upload, controller: new AbortController() })
      waiting.current.push(key)
      runNext()
    },
    canRetry: (key: string): boolean => uploads.current.has(key),
    /** Removes a picture; one that is still uploading is canceled. */
    remove(key: string) {
      uploads.current.get(key)?.controller.abort()
      uploads.current.delete(key)
      setDraft((draft) => ({ ...draft, images: draft.images.filter((picture) => picture.key !== key) }))
    },
    change,
  }
}
