import { type Editor, Extension } from '@tiptap/core'
import { Plugin, PluginKey, Selection } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

/** A picture being uploaded. */
type Ticket = symbol
type Change = { ticket: Ticket; at: number } | { ticket: Ticket; done: true }

const key = new PluginKey<DecorationSet>('waiting pictures')

/**
 * Marks the position of a picture during its upload. The mark moves with later edits and is not part of the text: it is
 * neither saved nor undone.
 */
export const waitingPictures = Extension.create({
  name: 'waitingPictures',
  addProseMirrorPlugins: () => [
    new Plugin({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply(transaction, marks) {
          const moved = marks.map(transaction.mapping, transaction.doc)
          const change = transaction.getMeta(key) as Change | undefined
          if (!change) return moved
          if ('done' in change) return moved.remove(marksOf(moved, change.ticket))
          return moved.add(transaction.doc, [Decoration.widget(change.at, drawMark, { ticket: change.ticket })])
        },
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
})

/** Reserves a position for a picture, by default at the caret. */
export function markPicture(editor: Editor, at = editor.state.selection.to): Ticket {
  const ticket = Symbol('picture')
  tell(editor, { ticket, at: Selection.near(editor.state.doc.resolve(at)).from })
  return ticket
}

/** Inserts the picture at its mark's current position; does nothing if that text was deleted in the meantime. */
export function placePicture(editor: Editor, ticket: Ticket, src: string): void {
  const [mark] = editor.isDestroyed ? [] : marksOf(key.getState(editor.state), ticket)
  if (mark) editor.commands.insertContentAt(mark.from, { type: 'image', attrs: { src } })
}

export function unmarkPicture(editor: Editor, ticket: Ticket): void {
  if (!editor.isDestroyed) tell(editor, { ticket, done: true })
}

const tell = (editor: Editor, change: Change) => editor.view.dispatch(editor.state.tr.setMeta(key, change))

const marksOf = (marks: DecorationSet | undefined, ticket: Ticket) =>
  marks?.find(undefined, undefined, (spec) => spec.ticket === ticket) ?? []

function drawMark(): HTMLElement {
  const mark = document.createElement('span')
  mark.className = 'waiting-picture'
  return mark
}
