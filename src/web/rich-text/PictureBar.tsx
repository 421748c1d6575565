import { type Editor, useEditorState } from '@tiptap/react'
import { useId } from 'react'
import { TEXT_LIMIT } from '#contract/base/limits.ts'
import { barInput, EditorBar } from './EditorBar.tsx'

/** Edits the alternative text of the selected picture. */
export function PictureBar({ editor }: { editor: Editor }) {
  const id = useId()
  const description = useEditorState({
    editor,
    selector: ({ editor }) => (editor.isActive('image') ? String(editor.getAttributes('image').alt ?? '') : undefined),
  })
  if (description === undefined) return null
  return (
    <EditorBar id={id} label="Picture description" className="border-t">
      <input
        id={id}
        value={description}
        maxLength={TEXT_LIMIT}
        autoComplete="off"
        onChange={(event) => editor.commands.updateAttributes('image', { alt: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          editor.commands.focus()
        }}
        className={barInput}
      />
    </EditorBar>
  )
}
