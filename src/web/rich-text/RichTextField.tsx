import { type ComponentType, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { FieldFrame, type FieldTexts, fieldAria } from '#web/ui/FieldFrame.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { RichTextEditorProps } from './RichTextEditor.tsx'

type RichTextFieldProps = FieldTexts &
  Omit<RichTextEditorProps, 'aria' | 'ref'> & { ref?: Ref<{ focus(): void }>; className?: string }

/** The rich-text editor as a form field; its script loads on demand. */
export function RichTextField({ label, hint, error, optional, className, ref, ...editor }: RichTextFieldProps) {
  const id = useId()
  const inner = useRef<{ focus(): void }>(null)
  useImperativeHandle(ref, () => ({ focus: () => inner.current?.focus() }), [])
  const { Editor, failed, load } = useEditorScript()
  const name = (
    // biome-ignore lint/a11y/noStaticElementInteractions: clicks focus the editor, which a label cannot do
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text box itself is focusable
    <span id={`${id}-label`} onClick={() => inner.current?.focus()}>
      {label}
    </span>
  )
  return (
    <FieldFrame id={id} label={name} {...{ hint, error, optional, className }}>
      {Editor ? (
        <Editor
          ref={inner}
          {...editor}
          aria={{ ...fieldAria(id, { hint, error }), 'aria-labelledby': `${id}-label` }}
        />
      ) : failed ? (
        <div
          role="alert"
          className="grid h-100 place-content-center justify-items-center gap-2 rounded-field border border-edge"
        >
          <p>We couldn’t load the editor.</p>
          <Button kind="quiet" onClick={load}>
            Try again
          </Button>
        </div>
      ) : (
        <div role="status" aria-label="Loading the editor">
          <Skeleton className="h-100" />
        </div>
      )}
    </FieldFrame>
  )
}

function useEditorScript() {
  const [Editor, setEditor] = useState<ComponentType<RichTextEditorProps>>()
  const [failed, setFailed] = useState(false)
  function load() {
    // Keeps the editor out of the server bundle.
    if (import.meta.env.SSR) return
    setFailed(false)
    import('./RichTextEditor.tsx').then(
      (script) => setEditor(() => script.default),
      () => setFailed(true),
    )
  }
  useEffect(load, [])
  return { Editor, failed, load }
}
