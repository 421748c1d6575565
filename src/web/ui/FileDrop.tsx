import Upload from 'lucide-react/icons/upload'
import { type DragEvent, type ReactNode, type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { FieldFrame, type FieldTexts, fieldAria } from './FieldFrame.tsx'
import { FileRow } from './FileRow.tsx'
import { type FileRules, findFileError } from './file-rules.ts'

type FileDropProps = FieldTexts &
  FileRules & {
    files: readonly File[]
    onFiles: (files: File[]) => void
    /** Stored files, as rows above the selected ones. */
    stored?: ReactNode
    /** Without it, a new file replaces the previous one. */
    multiple?: boolean
    disabled?: boolean
    ref?: Ref<{ focus(): void }>
    className?: string
  }

/**
 * Selects files by click, keyboard or drag and drop. The native control covers the whole area invisibly, so that it
 * keeps its name, focus and picker. Uploads nothing: the caller handles the files.
 */
export function FileDrop({
  files,
  onFiles,
  stored,
  multiple = false,
  disabled = false,
  accept,
  minBytes,
  maxBytes,
  ref,
  error,
  className,
  ...texts
}: FileDropProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()
  const [isOver, setOver] = useState(false)
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }), [])
  const message = refusal ?? error

  function add(selected: readonly File[]) {
    // Picking one of several dropped files would be a guess.
    const tooMany = !multiple && selected.length > 1 ? 'Please choose one file.' : undefined
    const refusalMessage =
      tooMany ?? selected.map((file) => findFileError(file, { accept, minBytes, maxBytes })).find(Boolean)
    setRefusal(refusalMessage)
    if (refusalMessage || selected.length === 0) return
    onFiles(multiple ? [...files, ...selected] : [...selected])
  }

  function remove(file: File) {
    setRefusal(undefined)
    onFiles(files.filter((other) => other !== file))
    input.current?.focus()
  }

  function onDrag(event: DragEvent) {
    if (disabled || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(event.type === 'dragenter' || event.type === 'dragover')
    if (event.type === 'drop') add([...event.dataTransfer.files])
  }

  return (
    <FieldFrame id={id} error={message} className={className} {...texts}>
      {(stored || files.length > 0) && (
        <ul className="grid gap-1.5">
          {stored}
          {files.map((file) => (
            <FileRow
              key={`${file.name} ${file.lastModified}`}
              name={file.name}
              size={file.size}
              onRemove={() => remove(file)}
            />
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; the control inside supports everything */}
      <div
        onDragEnter={onDrag}
        onDragOver={onDrag}
        onDragLeave={onDrag}
        onDrop={onDrag}
        className={cx(
          'relative flex min-h-16 items-center justify-center gap-3 rounded-field border border-dashed px-4 py-3',
          'text-note text-muted transition-colors has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-1',
          'has-focus-visible:outline-ink has-enabled:hover:border-ink',
          isOver ? 'border-ink bg-sunken' : message ? 'border-danger' : 'border-edge bg-raised',
        )}
      >
        <Upload size={20} strokeWidth={1.6} className="shrink-0" aria-hidden />
        <span>
          Drop a file here or <span className="text-link text-ink">choose {files.length > 0 ? 'another' : 'one'}</span>
        </span>
        <input
          ref={input}
          type="file"
          multiple={multiple}
          disabled={disabled}
          accept={accept?.join(',')}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            // Allows selecting the same file again after removing it.
            currentTarget.value = ''
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
          {...fieldAria(id, { hint: texts.hint, error: message })}
        />
      </div>
      <span role="status" className="sr-only">
        {refusal ?? (files.length > 0 && `Chosen: ${files.map(({ name }) => name).join(', ')}`)}
      </span>
    </FieldFrame>
  )
}
