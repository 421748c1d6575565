import { type Editor, getMarkRange } from '@tiptap/core'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { pageMessages } from '#contract/base/page-messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { barInput, EditorBar } from './EditorBar.tsx'
import { linkUrl } from './link-url.ts'

/** Links the selected text to a URL; without a selection, inserts the URL itself. */
export function LinkBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const current = editor.getAttributes('link').href as string | undefined
  const [typed, setTyped] = useState(current ?? '')
  const [wrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => input.current?.focus(), [])

  function back() {
    onClose()
    editor.commands.focus()
  }

  function apply() {
    const href = linkUrl(typed)
    if (!href) {
      setWrong(true)
      input.current?.focus()
      return
    }
    const { selection, schema } = editor.state
    const isInLink = schema.marks.link && getMarkRange(selection.$from, schema.marks.link) !== undefined
    const change = editor.chain().focus()
    if (selection.empty && !isInLink) {
      change.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }).run()
    } else {
      change.extendMarkRange('link').setLink({ href }).run()
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
    if (event.key === 'Escape') back()
    else apply()
  }

  return (
    <EditorBar className="border-b" label="Link address" id={id} error={wrong ? pageMessages.linkInvalid : undefined}>
      <input
        ref={input}
        id={id}
        value={typed}
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-error` : undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          setWrong(false)
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
