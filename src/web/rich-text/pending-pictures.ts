import { type Editor, Extension } from '@tiptap/core'
import { Plugin, PluginKey, Selection } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

/** A picture being uploaded. */
type Ticket = symbol
type Change = { ticket: Ticket; at: number } | { ticket: Ticket; done: true }

const pluginKey = new PluginKey<DecorationSet>('waiting pictures')

/**
 * Marks the position of a picture during its upload. The mark moves with later edits and is not part of the text: it is
 * neither saved nor undone.
 */
export const pendingPictures = Extension.create({
  name: 'waitingPictures',
  addProseMirrorPlugins: () => [
    new Plugin({
      key: pluginKey,
      state: {
        init: () => DecorationSet.empty,
        apply(transaction, marks) {
          const mappedMarks = marks.map(transaction.mapping, transaction.doc)
          const change = transaction.getMeta(pluginKey) as Change | undefined
          if (!change) return mappedMarks
          if ('done' in change) return mappedMarks.remove(findMarks(mappedMarks, change.ticket))
          return mappedMarks.add(transaction.doc, [Decoration.widget(change.at, createMark, { ticket: change.ticket })])
        },
      },
      props: { decorations: (state) => pluginKey.getState(state) },
    }),
  ],
})

/** Reserves a position for a picture, by default at the caret. */
export function markPicture(editor: Editor, at = editor.state.selection.to): Ticket {
  const ticket = Symbol('picture')
  dispatchChange(editor, { ticket, at: Selection.near(editor.state.doc.resolve(at)).from })
  return ticket
}

/** Inserts the picture at its mark's current position; does nothing if that text was deleted in the meantime. */
export function placePicture(editor: Editor, ticket: Ticket, src: string): void {
  const [mark] = editor.isDestroyed ? [] : findMarks(pluginKey.getState(editor.state), ticket)
  if (mark) editor.commands.insertContentAt(mark.from, { type: 'image', attrs: { src } })
}

export function unmarkPicture(editor: Editor, ticket: Ticket): void {
  if (!editor.isDestroyed) dispatchChange(editor, { ticket, done: true })
}

const dispatchChange = (editor: Editor, change: Change) =>
  editor.view.dispatch(editor.state.tr.setMeta(pluginKey, change))

const findMarks = (marks: DecorationSet | undefined, ticket: Ticket) =>
  marks?.find(undefined, undefined, (spec) => spec.ticket === ticket) ?? []

function createMark(): HTMLElement {
  const mark = document.createElement('span')
  mark.className = 'waiting-picture'
  return mark
}
