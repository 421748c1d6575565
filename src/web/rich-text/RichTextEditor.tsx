import './styled-text.css'
import './editor.css'
import { EditorContent, useEditor } from '@tiptap/react'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { formMessages } from '#contract/base/form-messages.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { cx } from '#web/ui/cx.ts'
import { EditorToolbar } from './EditorToolbar.tsx'
import { extensions } from './extensions.ts'
import { LinkBar } from './LinkBar.tsx'
import { PictureBar } from './PictureBar.tsx'
import { pastedPictures, type UploadPicture, usePictureUploads } from './use-picture-uploads.ts'

export type RichTextEditorProps = {
  /** Initial HTML; changes are reported through `onChange`. */
  initial: string
  /** Receives HTML; empty when there is no text. */
  onChange: (html: string) => void
  onBlur?: () => void
  /** Receives true while pictures are uploading, because a save would miss them. */
  onWaiting: (waiting: boolean) => void
  /** Stores a picture and returns its URL. */
  upload: UploadPicture
  /** Classes of the text, such as those of the published page. */
  textClass?: string
  /** For the spell checker and screen readers. */
  language: string
  /** Attributes of the text box: its id, name, description and validity. */
  aria: { id: string; 'aria-labelledby': string; 'aria-describedby'?: string; 'aria-invalid'?: true }
  ref?: Ref<{ focus(): void }>
}

/**
 * The rich-text editor (docs/specification §9). Loaded on demand because it is as large as the rest of the shop's
 * script.
 */
export default function RichTextEditor({
  initial,
  onChange,
  onBlur,
  onWaiting,
  upload,
  textClass,
  language,
  aria,
  ref,
}: RichTextEditorProps) {
  const frame = useRef<HTMLDivElement>(null)
  const uploads = usePictureUploads(upload, onWaiting)
  const [linking, setLinking] = useState(false)

  const editor = useEditor({
    extensions,
    content: initial,
    // The Content-Security-Policy forbids styles injected by scripts; editor.css contains them.
    injectCSS: false,
    editorProps: {
      attributes: textBoxAttributes(aria, language, textClass),
      handlePaste: (_view, event) => addPictures(pastedPictures(event.clipboardData)),
      // Content dragged within the text also arrives as a file.
      handleDrop: (view, event) =>
        !view.dragging &&
        addPictures(
          [...(event.dataTransfer?.files ?? [])],
          view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos,
        ),
      // Passed on to the surrounding dialog; the editor would swallow it.
      handleDOMEvents: { keydown: (_view, { key }) => key === 'Escape' },
      handleKeyDown: (_view, event) => {
        const isToolbarShortcut = event.altKey && event.key === 'F10'
        if (isToolbarShortcut) frame.current?.querySelector<HTMLElement>('[role=toolbar] [tabindex="0"]')?.focus()
        return isToolbarShortcut
      },
    },
    onUpdate: ({ editor }) => onChange(editor.isEmpty ? '' : editor.getHTML()),
    onBlur: () => onBlur?.(),
  })
  useImperativeHandle(ref, () => ({ focus: () => editor.commands.focus() }), [editor])

  function addPictures(pictures: readonly File[], position?: number): boolean {
    if (pictures.length === 0) return false
    uploads.add(editor, pictures, position)
    return true
  }

  return (
    <div
      ref={frame}
      className={cx(
        'flex h-100 flex-col overflow-hidden rounded-field border bg-raised transition-colors',
        'has-[.tiptap:focus-visible]:outline-[2.5px] has-[.tiptap:focus-visible]:outline-offset-1',
        'has-[.tiptap:focus-visible]:outline-ink',
        aria['aria-invalid'] ? 'border-danger ring-1 ring-danger' : 'border-edge',
      )}
    >
      <EditorToolbar
        editor={editor}
        controls={aria.id}
        linking={linking}
        onLink={() => setLinking(!linking)}
        onPictures={(files) => addPictures(files)}
      />
      {linking && <LinkBar editor={editor} onClose={() => setLinking(false)} />}
      {uploads.failed && (
        <Alert tone="danger" className="m-2 mb-0 shrink-0 py-2.5!">
          {formMessages.uploadFailed}
        </Alert>
      )}
      <EditorContent editor={editor} className="grid min-h-0 flex-1 overflow-y-auto overscroll-contain" />
      <PictureBar editor={editor} />
      <span
        role="status"
        className={uploads.count > 0 ? 'border-t border-hairline px-3.5 py-2 text-note text-muted' : 'sr-only'}
      >
        {uploads.count > 0 && 'Uploading the picture…'}
      </span>
    </div>
  )
}

const textBoxAttributes = (
  aria: RichTextEditorProps['aria'],
  language: string,
  textClass: string | undefined,
): Record<string, string> => ({
  class: cx('rich-text styled-text min-h-full max-w-none! px-4 py-3.5', textClass),
  role: 'textbox',
  'aria-multiline': 'true',
  lang: language,
  id: aria.id,
  'aria-labelledby': aria['aria-labelledby'],
  ...(aria['aria-describedby'] && { 'aria-describedby': aria['aria-describedby'] }),
  ...(aria['aria-invalid'] && { 'aria-invalid': 'true' }),
})
