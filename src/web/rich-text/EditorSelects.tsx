import { type Editor, useEditorState } from '@tiptap/react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ChangeEvent, type ComponentProps, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { fontSizes } from './pasted-content.ts'

const LEVELS = [2, 3, 4] as const

/** Paragraph and Header 2 to 4 (docs/specification §9). */
export function BlockSelect({ editor }: { editor: Editor }) {
  const level = useEditorState({
    editor,
    selector: ({ editor }) => LEVELS.find((level) => editor.isActive('heading', { level })),
  })
  return (
    <ToolSelect
      label="Block format"
      className="w-29"
      value={level ?? 0}
      onSelect={(value, withFocus) => {
        const selectedLevel = LEVELS.find((level) => level === Number(value))
        const chain = withFocus(editor.chain())
        if (selectedLevel) chain.setHeading({ level: selectedLevel }).run()
        else chain.setParagraph().run()
      }}
    >
      <option value={0}>Paragraph</option>
      {LEVELS.map((level) => (
        <option key={level} value={level}>
          Header {level}
        </option>
      ))}
    </ToolSelect>
  )
}

/** 8 to 36 px (docs/specification §9); pasted text may have a size in between. */
export function SizeSelect({ editor }: { editor: Editor }) {
  const size = useEditorState({
    editor,
    selector: ({ editor }) => Number.parseInt(editor.getAttributes('textStyle').fontSize ?? '', 10) || 0,
  })
  const sizes = size === 0 || fontSizes.includes(size) ? fontSizes : [...fontSizes, size].sort((a, b) => a - b)
  return (
    <ToolSelect
      label="Font size"
      className="w-21"
      value={size}
      onSelect={(value, withFocus) => {
        const chain = withFocus(editor.chain())
        if (value === '0') chain.unsetFontSize().run()
        else chain.setFontSize(`${value}px`).run()
      }}
    >
      <option value={0}>Size</option>
      {sizes.map((size) => (
        <option key={size} value={size}>
          {size} px
        </option>
      ))}
    </ToolSelect>
  )
}

type Chain = ReturnType<Editor['chain']>
type ToolSelectProps = Omit<ComponentProps<'select'>, 'onChange' | 'onSelect'> & {
  label: string
  /** `withFocus` returns the focus to the text after a selection by pointer; with the keyboard it stays on the select. */
  onSelect: (value: string, withFocus: (chain: Chain) => Chain) => void
}

function ToolSelect({ label, onSelect, className, children, ...rest }: ToolSelectProps) {
  const isPointer = useRef(false)
  const withFocus = (chain: Chain) => (isPointer.current ? chain.focus() : chain)
  return (
    <span className={cx('relative grid', className)}>
      <select
        {...rest}
        aria-label={label}
        title={label}
        onPointerDown={() => {
          isPointer.current = true
        }}
        onKeyDown={() => {
          isPointer.current = false
        }}
        onChange={(event: ChangeEvent<HTMLSelectElement>) => onSelect(event.target.value, withFocus)}
        className={
          'min-h-9 w-full appearance-none rounded-field bg-raised pr-7 pl-2.5 text-note transition-colors ' +
          'hover:bg-sunken focus-visible:outline-offset-0 pointer-coarse:min-h-11'
        }
      >
        {children}
      </select>
      <ChevronDown size={16} className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2" aria-hidden />
    </span>
  )
}
