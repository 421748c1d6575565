import { messages } from '#contract/base/messages.ts'
import type { PageBody } from '#contract/content/page.ts'
import { pagePaths } from '#contract/paths.ts'

/** The part of the shop's data that the templates mention. */
type TemplateShop = { shopName: string }
export type TemplateSlug = 'about' | 'privacy' | 'returns' | 'shipping' | 'contact'

const text = (html: string): PageBody['blocks'][number] => ({ type: 'text', html })
const paragraphs = (...sections: readonly (readonly [heading: string, ...texts: string[]])[]) =>
  text(
    sections
      .map(([heading, ...texts]) => `<h2>${heading}</h2>${texts.map((part) => `<p>${part}</p>`).join('')}`)
      .join(''),
  )

/** Reminds the owner; the first block of a template with rules. */
export const TEMPLATE_NOTE = text(
  '<p><strong>This is a template. Check every sentence before you publish it.</strong></p>',
)

/** Pages with which a new shop begins. Owners check and change them. */
export const pageTemplates: Record<TemplateSlug, (shop: TemplateShop) => PageBody> = {
  about: () => ({
    title: 'About us',
    description: 'Who we are, how ordering works and where to find our counter.',
    intro:
      'We are a supply house for professionals in hair, skin, nails and brows. We sell single products, and packages with everything one service needs for less than buying the pieces separately.',
    blocks: [
      {
        type: 'steps',
        heading: 'How ordering works',
        numbered: true,
        steps: [
          {
            title: 'Choose your products',
            text: 'Order as a guest or a member. Members see the points each order earns and have their addresses and orders in one place.',
          },
          {
            title: 'Choose delivery or pickup',
            text: 'Insured delivery to your door, or free pickup at our counter.',
          },
          {
            title: 'Choose how to pay',
            text: 'We’ll email you when your payment arrives and when the order is completed.',
          },
        ],
      },
      {
        type: 'steps',
        heading: 'Good to know',
        numbered: false,
        steps: [
          { title: 'Delivery', text: messages.arrivalNotice },
          { title: 'Pickup', text: 'Free, at our counter' },
          { title: 'Late orders', text: messages.cutOffNotice },
        ],
      },
      {
        type: 'buttons',
        buttons: [
          { label: 'Shop all', link: pagePaths.packages },
          { label: 'Product finder', link: pagePaths.productFinder },
        ],
      },
      { type: 'counter' },
    ],
  }),
  contact: ({ shopName }) => ({
    title: 'Contact us',
    description: `Write to ${shopName}, call us or visit our counter.`,
    intro: 'Write to us, call us or visit our counter. We answer messages by email.',
    blocks: [{ type: 'contact_form', heading: '' }, { type: 'counter' }],
  }),
  privacy: ({ shopName }) => ({
    title: 'Privacy',
    description: `What ${shopName} knows about you, why, and how to see or erase it.`,
    intro: '',
    blocks: [
      TEMPLATE_NOTE,
      paragraphs(
        [
          'What we collect',
          'With an order: your name, email address, phone number, address, and what you bought. With an account: your license and your password, which we cannot read.',
        ],
        [
          'Why we need it',
          'To send your orders, to calculate the points of members, to answer you, and to keep our books as the law requires.',
        ],
        [
          'Who else sees it',
          'The carrier gets the address of a delivery. We sell no data, and no other company follows you on our pages.',
        ],
        ['Cookies', 'We set the cookies that keep your cart and your sign-in, and no others.'],
        [
          'Your data',
          `Members can download or erase their data under <a href="${pagePaths.accountData}" rel="nofollow noopener">My Data</a>. Without an account, write to us.`,
        ],
      ),
    ],
  }),
  returns: ({ shopName }) => ({
    title: 'Returns',
    description: `What you can return to ${shopName}, how, and when you get your money back.`,
    intro: '',
    blocks: [
      TEMPLATE_NOTE,
      paragraphs(
        ['What you can return', 'Unopened items in their original box, within 30 days of their arrival.'],
        [
          'How to return it',
          'Write to us with your order number before you send anything. We answer with the address and what to put in the box.',
        ],
        [
          'Your refund',
          'We refund the price and its tax the way you paid, within five business days after the items arrive. Points that the items earned are deducted.',
        ],
        [
          'Damaged or missing items',
          'Keep the carton, take a picture and write to us within five days. We replace or refund the items.',
        ],
      ),
    ],
  }),
  shipping: ({ shopName }) => ({
    title: 'Shipping',
    description: `How ${shopName} delivers, how long it takes and what it costs.`,
    intro: '',
    blocks: [
      TEMPLATE_NOTE,
      paragraphs(
        ['How long it takes', `${messages.arrivalNotice}. ${messages.cutOffNotice}`],
        ['What it costs', 'It depends on the weight of your order and your ZIP code. You see it before you pay.'],
        ['Insurance', 'Deliveries are insured against loss and damage on the way.'],
        ['Pickup', 'Free, at our counter.'],
      ),
      { type: 'counter' },
    ],
  }),
}
