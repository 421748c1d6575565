import { Extension } from '@tiptap/core'
import { DOMParser, type ParseOptions, type Schema } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { hideStyles, showStyles } from './hide-styles.ts'

/**
 * Alignment and sizes are style attributes, which the Content-Security-Policy strips from HTML that is parsed, opened
 * or pasted. Renamed attributes pass.
 */
export const styledHtml = Extension.create({
  name: 'styledHtml',
  onBeforeCreate() {
    const { options, schema } = this.editor
    if (typeof options.content === 'string') options.content = parseStyled(options.content, schema).toJSON()
  },
  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: { transformPastedHTML: hideStyles, clipboardParser: new StyledParser(this.editor.schema) },
      }),
    ]
  },
})

class StyledParser extends DOMParser {
  constructor(schema: Schema) {
    super(schema, DOMParser.fromSchema(schema).rules)
  }
  override parseSlice(dom: HTMLElement, options?: ParseOptions) {
    showStyles(dom)
    return super.parseSlice(dom, options)
  }
}

function parseStyled(html: string, schema: Schema) {
  const { body } = new window.DOMParser().parseFromString(hideStyles(html), 'text/html')
  showStyles(body)
  return DOMParser.fromSchema(schema).parse(body)
}
