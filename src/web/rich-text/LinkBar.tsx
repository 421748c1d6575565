import { type Editor, getMarkRange } from '@tiptap/core'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { pageMessages } from '#contract/base/page-messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { barInput, EditorBar } from './EditorBar.tsx'
import { toLinkUrl } from './link-url.ts'

/** Links the selected text to a URL; without a selection, inserts the URL itself. */
export function LinkBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const current = editor.getAttributes('link').href as string | undefined
  const [text, setText] = useState(current ?? '')
  const [isInvalid, setInvalid] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => input.current?.focus(), [])

  function cancel() {
    onClose()
    editor.commands.focus()
  }

  function apply() {
    const href = toLinkUrl(text)
    if (!href) {
      setInvalid(true)
      input.current?.focus()
      return
    }
    const { selection, schema } = editor.state
    const isInLink = schema.marks.link && getMarkRange(selection.$from, schema.marks.link) !== undefined
    const chain = editor.chain().focus()
    if (selection.empty && !isInLink) {
      chain.insertContent({ type: 'text', text: text.trim(), marks: [{ type: 'link', attrs: { href } }] }).run()
    } else {
      chain.extendMarkRange('link').setLink({ href }).run()
    }
    onClose()
  }

  function remove() {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // Must neither submit the surrounding form nor close its dialog.
    event.preventDefault()
    if (event.key === 'Escape') cancel()
    else apply()
  }

  return (
    <EditorBar
      className="border-b"
      label="Link address"
      id={id}
      error={isInvalid ? pageMessages.linkInvalid : undefined}
    >
      <input
        ref={input}
        id={id}
        value={text}
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${id}-error` : undefined}
        onChange={(event) => {
          setText(event.target.value)
          setInvalid(false)
        }}
        onKeyDown={onKeyDown}
        className={barInput}
      />
      <Button kind="quiet" className="text-note" onClick={apply}>
        Apply
      </Button>
      {current && (
        <Button kind="quiet" className="text-note" onClick={remove}>
          Remove link
        </Button>
      )}
    </EditorBar>
  )
}
