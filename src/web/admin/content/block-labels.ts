import type { PageBlock } from '#contract/content/page.ts'

export const blockNames: Record<PageBlock['type'], string> = {
  text: 'Text',
  picture: 'Picture',
  steps: 'Steps or facts',
  buttons: 'Buttons',
  products: 'Products',
  questions: 'Questions',
  counter: 'Pickup counter',
  contact_form: 'Contact form',
}

/** Blocks as they are added. */
export const newBlocks: readonly PageBlock[] = [
  { type: 'text', html: '' },
  { type: 'picture', src: '', alt: '', caption: '' },
  { type: 'products', heading: '', product_ids: [] },
  { type: 'questions', heading: '', topic: '' },
  { type: 'steps', heading: '', numbered: true, steps: [{ title: '', text: '' }] },
  { type: 'buttons', buttons: [{ label: '', link: '' }] },
  { type: 'counter' },
]
