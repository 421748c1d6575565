import type { Editor } from '@tiptap/core'
import { useRef, useState } from 'react'
import { PICTURE_LIMIT } from '#contract/base/limits.ts'
import { findFileError } from '#web/ui/file-rules.ts'
import { markPicture, placePicture, unmarkPicture } from './pending-pictures.ts'

/** Accepted picture types (docs/product §5.3). */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']

export type UploadPicture = (file: File) => Promise<string>

/** Uploads of one editor: the number in progress, and whether the latest failed. */
export function usePictureUploads(upload: UploadPicture, onWaiting: (pendingCount: boolean) => void) {
  const pendingCount = useRef(0)
  const [count, setCount] = useState(0)
  const [failed, setFailed] = useState(false)

  function changeCount(delta: number) {
    pendingCount.current += delta
    setCount(pendingCount.current)
    onWaiting(pendingCount.current > 0)
  }

  async function add(editor: Editor, files: readonly File[], position?: number) {
    setFailed(false)
    const pictures = files.map((file) => ({ file, mark: markPicture(editor, position) }))
    changeCount(files.length)
    // Sequential, so that several pictures keep their order.
    for (const { file, mark } of pictures) {
      try {
        const refusal = findFileError(file, { accept: PICTURE_TYPES, maxBytes: PICTURE_LIMIT })
        if (refusal) throw new Error(refusal)
        placePicture(editor, mark, await upload(file))
      } catch {
        setFailed(true)
      } finally {
        unmarkPicture(editor, mark)
        changeCount(-1)
      }
    }
  }

  return { add, count, failed }
}

/** Pictures in the clipboard, unless they only accompany pasted text, as from word processors. */
export const pastedPictures = (clipboard: DataTransfer | null): File[] =>
  clipboard?.getData('text/plain') ? [] : [...(clipboard?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
