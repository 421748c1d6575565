import { type Extensions, getStyleProperty } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { TextAlign } from '@tiptap/extension-text-align'
import { FontSize, TextStyle } from '@tiptap/extension-text-style'
import { StarterKit } from '@tiptap/starter-kit'
import { toLinkUrl } from './link-url.ts'
import { readFontSize, shopPicturePath } from './pasted-content.ts'
import { pendingPictures } from './pending-pictures.ts'
import { styledHtml } from './styled-html.ts'

/** Content model of a post: exactly what the server keeps, so that saving loses nothing. */
export const extensions: Extensions = [
  styledHtml,
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    // Every block accepts text, so the caret can reach every position.
    gapcursor: false,
    trailingNode: false,
    dropcursor: { color: 'currentColor', width: 2 },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (uri) => toLinkUrl(uri) !== undefined,
      HTMLAttributes: { rel: 'nofollow noopener', target: null },
    },
  }),
  TextStyle,
  FontSize.extend({
    addGlobalAttributes() {
      const [attributes] = this.parent?.() ?? []
      const parseHTML = (element: HTMLElement) => readFontSize(getStyleProperty(element, 'font-size'))
      const fontSize = { ...attributes?.attributes.fontSize, parseHTML }
      return [{ types: this.options.types, attributes: { fontSize } }]
    },
  }),
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  Image.extend({
    addAttributes: () => ({
      src: { default: null, parseHTML: (image) => shopPicturePath(image.getAttribute('src'), window.location.origin) },
      alt: { default: '' },
    }),
    parseHTML: () => [
      {
        tag: 'img[src]',
        getAttrs: (image) => shopPicturePath(image.getAttribute('src'), window.location.origin) !== null && null,
      },
    ],
    // Inline, so that a picture aligns with the surrounding text.
  }).configure({ inline: true }),
  pendingPictures,
]
