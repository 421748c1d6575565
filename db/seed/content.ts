import type { HomeBody } from '#contract/content/home.ts'
import type { NoticesBody } from '#contract/content/notices.ts'
import type { SlidesBody } from '#contract/content/slides.ts'

export type DemoFaq = {
  topic: 'ordering' | 'delivery & pickup' | 'payment' | 'membership'
  question: string
  answer: string
}

/** The subject of the pictures is on the right, clear of the text. */
const RIGHT = { x: 100, y: 50 } as const
const always = { from: null, until: null }
/** A wide picture in db/seed/pictures, in widths 640, 1280 and 1920. */
const widePicture = (file: string, alt: string) => ({ src: `/uploads/${file}`, alt, focus: RIGHT, phone_focus: RIGHT })

export const demoSlides: SlidesBody = {
  slides: [
    {
      id: 1,
      picture: widePicture(
        'slide-repair',
        'Amber, plum and clay-colored hair care on a stone plinth in warm evening light',
      ),
      eyebrow: 'For licensed professionals',
      heading: 'Repair, worked out to the last rinse',
      text: 'Four products, one service, twenty-two clients. The Keratin Repair Ritual takes the guesswork out of damaged hair.',
      action_label: 'Shop hair packages',
      action_path: '/packages?category=hair',
      ...always,
    },
    {
      id: 2,
      picture: widePicture('slide-skin', 'Glass jar, airless pump and rose mist on pale stone in cool morning light'),
      eyebrow: 'Treatment room',
      heading: 'Skin that keeps its calm',
      text: 'Fragrance-free layers for reactive skin, from mist to barrier cream, with the protocol printed inside the lid.',
      action_label: 'See skin care',
      action_path: '/packages?category=skin',
      ...always,
    },
    {
      id: 3,
      picture: widePicture('slide-nails', 'Nail lamp, gel lacquers and builder gel in deep oxblood light'),
      eyebrow: 'The gel table',
      heading: 'Everything on the desk, nothing in the way',
      text: 'Lamp, builder and two shades that suit every client. All HEMA-free, all cured in the same light.',
      action_label: 'Set up a table',
      action_path: '/packages?category=nails',
      ...always,
    },
  ],
}

export const demoNotices: NoticesBody = {
  notices: [
    {
      id: 1,
      title: 'One package, one complete service',
      text: 'Each package has everything one service needs, for less than buying the pieces separately.',
      action_label: 'See the packages',
      action_path: '/packages',
      ...({ page: 'home', repeat: 'once' } as const),
      ...always,
    },
    {
      id: 2,
      title: 'Pickup is free',
      text: 'Pick up at our counter in Englewood, Monday to Saturday. Choose Pickup at checkout and skip the shipping.',
      ...{ action_label: '', action_path: '' },
      ...({ page: 'home', repeat: 'once' } as const),
      ...always,
    },
  ],
}

export const demoHome: HomeBody = {
  promise: 'The supply house for hair, skin, nail and brow professionals',
  description:
    'The supply house for hair, skin, nail and brow professionals: complete packages and single products, delivered in 2 to 4 days or picked up for free.',
  sections: [
    {
      type: 'products',
      heading: 'The packages salons reorder',
      source: { kind: 'featured' },
      limit: 12,
      link_label: 'Shop all',
      link: '/packages',
    },
    {
      type: 'steps',
      heading: 'How it works for professionals',
      steps: [
        {
          title: 'Fill your cart between clients',
          text: 'Order as a guest or a member. Packages have everything one service needs, for less.',
        },
        {
          title: 'Have it delivered, or pick it up',
          text: 'Delivery is insured and arrives in 2 to 4 days. Pickup at our warehouse counter is free.',
        },
        { title: 'Pay by Quick Pay or check', text: 'No card needed. Every price shows the points you earn.' },
      ],
    },
    { type: 'posts', heading: 'Newest from the blog', link_label: 'All posts' },
  ],
}

type DemoAnswer = { label: string; note?: string; category?: string; tags?: string[] }

/** The questions of the product finder, and the category and tags of the products that each answer fits. */
export const demoFinder: { question: string; answers: DemoAnswer[] }[] = [
  {
    question: 'Which service is it for?',
    answers: [
      { label: 'Hair', note: 'Cut, color, care', category: 'hair' },
      { label: 'Skin', note: 'Facials and makeup', category: 'skin' },
      { label: 'Nails', note: 'Gel and natural nails', category: 'nails' },
      { label: 'Brows and lashes', note: 'Tint and extensions', category: 'brows-lashes' },
    ],
  },
  {
    question: 'What should it do?',
    answers: [
      { label: 'Repair and care', tags: ['treatment', 'bond care', 'care'] },
      { label: 'Color', tags: ['color', 'balayage', 'demi-permanent', 'developer'] },
      { label: 'Cleanse', tags: ['cleanser', 'toner', 'backbar', 'exfoliant'] },
      { label: 'Protect and hydrate', tags: ['hydration', 'sun care', 'sensitive'] },
      { label: 'Brighten', tags: ['brightening'] },
      { label: 'Build and extend', tags: ['builder', 'volume', 'adhesive'] },
      { label: 'Style and finish', tags: ['styling', 'finish', 'dryer'] },
    ],
  },
  {
    question: 'Which hair or skin type?',
    answers: [
      { label: 'Color-treated hair', tags: ['color care', 'sulfate-free'] },
      { label: 'Damaged or fine hair', tags: ['bond care', 'treatment', 'sulfate-free'] },
      { label: 'Sensitive skin', tags: ['sensitive'] },
      { label: 'Dry skin', tags: ['hydration', 'sensitive'] },
      { label: 'Dull skin', tags: ['brightening', 'exfoliant'] },
      { label: 'Any type' },
    ],
  },
]

export const demoFaqs: DemoFaq[] = [
  {
    topic: 'ordering',
    question: 'Who can order from Salonfront?',
    answer:
      '<p>Salonfront serves licensed cosmetology professionals, salons and schools. You can check out as a guest with your name, email and phone number. An account keeps your addresses, orders and points in one place.</p>',
  },
  {
    topic: 'ordering',
    question: 'Is there a minimum order?',
    answer:
      '<p>Yes. Your subtotal must meet the minimum shown in your cart. Shipping and insurance don’t count toward it.</p>',
  },
  {
    topic: 'ordering',
    question: 'Can I change or cancel an order I have placed?',
    answer:
      '<p>Yes, as long as it hasn’t been packed. Call or email us with your order number. We’ll cancel it and send you a confirmation by email.</p>',
  },
  {
    topic: 'ordering',
    question: 'What does a package contain?',
    answer:
      '<p>Every package page lists its contents with quantities. A package costs less than buying the pieces separately and ships in one carton. You can also buy each piece on its own.</p>',
  },
  {
    topic: 'ordering',
    question: 'A product is sold out. When will it be back in stock?',
    answer:
      '<p>Most products are back within ten business days. Email us the product name, and we’ll let you know when it’s back in stock.</p>',
  },
  {
    topic: 'delivery & pickup',
    question: 'How much does delivery cost?',
    answer:
      '<p>It depends on the weight of your order and your ZIP code. Enter your ZIP code at checkout to see shipping options with rates and delivery times.</p>',
  },
  {
    topic: 'delivery & pickup',
    question: 'What is the insurance on my order?',
    answer:
      '<p>Deliveries are insured against loss and damage in transit. The amount depends on the value of your order and is shown on its own line before you place the order. Pickup orders don’t need insurance.</p>',
  },
  {
    topic: 'delivery & pickup',
    question: 'Where and when can I pick up my order?',
    answer:
      '<p>At our counter in Englewood, New Jersey. The address and opening hours are shown at checkout when you choose Pickup. Please bring your order number and a photo ID.</p>',
  },
  {
    topic: 'delivery & pickup',
    question: 'What if something is damaged or missing?',
    answer:
      '<p>Keep the carton, take a photo and email us within five days. We’ll replace or refund it and deal with the carrier for you.</p>',
  },
  {
    topic: 'payment',
    question: 'How can I pay?',
    answer:
      '<p>By Quick Pay from your bank’s app, or by check. For Quick Pay, you’ll see our business name and phone number at checkout. Send the total and enter the memo code from your confirmation in the memo field.</p>',
  },
  {
    topic: 'payment',
    question: 'When will my order be packed?',
    answer:
      '<p>As soon as your payment arrives. Quick Pay usually arrives within minutes. A check has to clear first, which takes five days.</p>',
  },
  {
    topic: 'payment',
    question: 'Do you charge sales tax?',
    answer:
      '<p>Where tax applies, it depends on the delivery address, or on our counter’s address for pickup, and is shown before you place the order. Resellers can send us a resale certificate for their account.</p>',
  },
  {
    topic: 'membership',
    question: 'What is PV?',
    answer:
      '<p>Points you earn on purchases, shown next to each price. Your account lists every entry with its order and date. Training kits don’t earn points.</p>',
  },
  {
    topic: 'membership',
    question: 'What is the difference between a member and a franchise account?',
    answer:
      '<p>Both pay the same prices. With a franchise account, you choose a password when you register and see your orders in the account menu right away. Members get an email with a link to choose one.</p>',
  },
  {
    topic: 'membership',
    question: 'Do I have to buy every month to stay a member?',
    answer:
      '<p>No. There is no sign-up fee, no monthly purchase and no membership fee. You keep your account and its history.</p>',
  },
]

export const demoTerms = `An account is for licensed professionals and for students of cosmetology. The information you give us when you register must be true, and you must keep it up to date.

Prices are for your own work and for resale in person. Unopened items may be returned within 30 days in their original box.

Points and bonuses are calculated under the compensation plan for the month in which an order is completed. Points for returned items are deducted.

We keep what we need to send your orders, calculate your points and keep our books. Under My Account › My Data, you can download all of it or have it erased.

When these terms change, the new version applies to those who register from then on.`

/** Newsletter readers: subscribed, awaiting confirmation, and unsubscribed. */
export const demoReaders = {
  confirmed: ['alma', 'bo', 'carmen', 'dee', 'esther', 'flora', 'gwen', 'hye', 'ines', 'june', 'kira', 'lou'],
  asked: ['mae', 'nadia'],
  ended: ['olga'],
} as const

/** Written, but not sent yet. */
export const demoNewsletter = {
  subject: 'New on the shelf: bond care for fine hair',
  body: `# Bond care that doesn’t weigh fine hair down

We’ve tried it at the counter for a month. It takes ten minutes, and hair stays as light as before.

- Before a color, on dry hair
- After a perm, under heat
- Once a month at home

[See what’s new](/packages)

# What members write

Hana wrote down her service step by step. [Read it on the blog](/posts), and ask her anything.`,
}

export const demoSettings = {
  shop_name: 'Salonfront',
  shop_email: 'hello@salonfront.example',
  shop_phone: '(201) 555-0148',
  postal_address: 'Salonfront Supply LLC\n48 Dean Street, Unit 3\nEnglewood, NJ 07631',
  pickup_address: 'Salonfront\n48 Dean Street, Unit 3\nEnglewood, NJ 07631',
  pickup_state: 'NJ',
  pickup_zip: '07631',
  pickup_hours: 'Monday to Friday 9 am–6 pm, Saturday 10 am–3 pm',
  quick_pay_business_name: 'Salonfront Supply LLC',
  quick_pay_phone: '(201) 555-0176',
  shop_zip: '07631',
  minimum_sub_total_cents: 2500,
}
