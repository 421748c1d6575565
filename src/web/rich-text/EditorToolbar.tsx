import { type Editor, useEditorState } from '@tiptap/react'
import Bold from 'lucide-react/icons/bold'
import Picture from 'lucide-react/icons/image'
import Italic from 'lucide-react/icons/italic'
import Link from 'lucide-react/icons/link'
import Bullets from 'lucide-react/icons/list'
import Numbers from 'lucide-react/icons/list-ordered'
import Redo from 'lucide-react/icons/redo-2'
import Strike from 'lucide-react/icons/strikethrough'
import Center from 'lucide-react/icons/text-align-center'
import Right from 'lucide-react/icons/text-align-end'
import Justify from 'lucide-react/icons/text-align-justify'
import Left from 'lucide-react/icons/text-align-start'
import Underline from 'lucide-react/icons/underline'
import Undo from 'lucide-react/icons/undo-2'
import { type MouseEvent, useRef } from 'react'
import { ToolButton, Toolbar, ToolGroup } from '#web/ui/Toolbar.tsx'
import { BlockSelect, SizeSelect } from './EditorSelects.tsx'
import { PICTURE_TYPES } from './use-picture-uploads.ts'

const COMMAND = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl+'
const icon = { size: 19, strokeWidth: 1.8, 'aria-hidden': true }
const alignments = [
  { value: 'left', label: 'Align left', Icon: Left },
  { value: 'center', label: 'Align center', Icon: Center },
  { value: 'right', label: 'Align right', Icon: Right },
  { value: 'justify', label: 'Justify', Icon: Justify },
]

type EditorToolbarProps = {
  editor: Editor
  controls: string
  linking: boolean
  onLink: () => void
  onPictures: (files: File[]) => void
}

export function EditorToolbar({ editor, controls, linking, onLink, onPictures }: EditorToolbarProps) {
  const picker = useRef<HTMLInputElement>(null)
  const active = useEditorState({
    editor,
    selector: ({ editor }) => ({
      bold: editor.isActive('bold'),
      italic: editor.isActive('italic'),
      underline: editor.isActive('underline'),
      strike: editor.isActive('strike'),
      bullets: editor.isActive('bulletList'),
      numbers: editor.isActive('orderedList'),
      link: editor.isActive('link'),
      alignment: alignments.find(({ value }) => editor.isActive({ textAlign: value }))?.value ?? 'left',
      undoable: editor.can().undo(),
      redoable: editor.can().redo(),
    }),
  })
  // A click returns the focus to the text; with the keyboard it stays on the tool.
  const startChain = (event: MouseEvent) => (event.detail > 0 ? editor.chain().focus() : editor.chain())

  return (
    <Toolbar
      label="Formatting"
      controls={controls}
      className="flex flex-wrap gap-x-1.5 gap-y-0.5 border-b border-hairline p-1"
    >
      <ToolGroup label="History">
        <ToolButton label="Undo" keys={`${COMMAND}Z`} idle={!active.undoable} onUse={(e) => startChain(e).undo().run()}>
          <Undo {...icon} />
        </ToolButton>
        <ToolButton
          label="Redo"
          keys={`${COMMAND}Shift+Z`}
          idle={!active.redoable}
          onUse={(e) => startChain(e).redo().run()}
        >
          <Redo {...icon} />
        </ToolButton>
      </ToolGroup>
      <ToolGroup label="Paragraph">
        <BlockSelect editor={editor} />
        <SizeSelect editor={editor} />
      </ToolGroup>
      <ToolGroup label="Text">
        <ToolButton
          label="Bold"
          keys={`${COMMAND}B`}
          aria-pressed={active.bold}
          onUse={(e) => startChain(e).toggleBold().run()}
        >
          <Bold {...icon} />
        </ToolButton>
        <ToolButton
          label="Italic"
          keys={`${COMMAND}I`}
          aria-pressed={active.italic}
          onUse={(e) => startChain(e).toggleItalic().run()}
        >
          <Italic {...icon} />
        </ToolButton>
        <ToolButton
          label="Underline"
          keys={`${COMMAND}U`}
          aria-pressed={active.underline}
          onUse={(e) => startChain(e).toggleUnderline().run()}
        >
          <Underline {...icon} />
        </ToolButton>
        <ToolButton label="Strike" aria-pressed={active.strike} onUse={(e) => startChain(e).toggleStrike().run()}>
          <Strike {...icon} />
        </ToolButton>
      </ToolGroup>
      <ToolGroup label="Lists">
        <ToolButton
          label="Bullet list"
          aria-pressed={active.bullets}
          onUse={(e) => startChain(e).toggleBulletList().run()}
        >
          <Bullets {...icon} />
        </ToolButton>
        <ToolButton
          label="Numbered list"
          aria-pressed={active.numbers}
          onUse={(e) => startChain(e).toggleOrderedList().run()}
        >
          <Numbers {...icon} />
        </ToolButton>
      </ToolGroup>
      <ToolGroup label="Alignment">
        {alignments.map(({ value, label, Icon }) => (
          <ToolButton
            key={value}
            label={label}
            aria-pressed={active.alignment === value}
            onUse={(e) => (value === 'left' ? startChain(e).unsetTextAlign() : startChain(e).setTextAlign(value)).run()}
          >
            <Icon {...icon} />
          </ToolButton>
        ))}
      </ToolGroup>
      <ToolGroup label="Insert">
        <ToolButton label="Link" aria-pressed={active.link} aria-expanded={linking} onUse={onLink}>
          <Link {...icon} />
        </ToolButton>
        <ToolButton label="Picture" onUse={() => picker.current?.click()}>
          <Picture {...icon} />
        </ToolButton>
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          accept={PICTURE_TYPES.join(',')}
          aria-label="Picture file"
          onChange={({ currentTarget }) => {
            onPictures([...(currentTarget.files ?? [])])
            currentTarget.value = ''
          }}
        />
      </ToolGroup>
    </Toolbar>
  )
}
