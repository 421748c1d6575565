export type DemoSlide = {
  /** Base name of a wide picture in db/seed/pictures, in widths 640, 1280 and 1920. */
  file: string
  eyebrow: string
  heading: string
  text: string
  actionLabel: string
  actionPath: string
  alt: string
}
export type DemoPopup = { title: string; text: string; actionLabel: string | null; actionPath: string | null }
export type DemoFaq = {
  topic: 'ordering' | 'delivery & pickup' | 'payment' | 'membership'
  question: string
  answer: string
}

export const demoSlides: DemoSlide[] = [
  {
    file: 'slide-repair',
    eyebrow: 'For licensed professionals',
    heading: 'Repair, worked out to the last rinse',
    text: 'Four products, one service, twenty-two clients. The Keratin Repair Ritual takes the guesswork out of damaged hair.',
    actionLabel: 'Shop hair packages',
    actionPath: '/packages?category=hair',
    alt: 'Amber, plum and clay-colored hair care on a stone plinth in warm evening light',
  },
  {
    file: 'slide-skin',
    eyebrow: 'Treatment room',
    heading: 'Skin that keeps its calm',
    text: 'Fragrance-free layers for reactive skin, from mist to barrier cream, with the protocol printed inside the lid.',
    actionLabel: 'See skin care',
    actionPath: '/packages?category=skin',
    alt: 'Glass jar, airless pump and rose mist on pale stone in cool morning light',
  },
  {
    file: 'slide-nails',
    eyebrow: 'The gel table',
    heading: 'Everything on the desk, nothing in the way',
    text: 'Lamp, builder and two shades that suit every client. All HEMA-free, all cured in the same light.',
    actionLabel: 'Set up a table',
    actionPath: '/packages?category=nails',
    alt: 'Nail lamp, gel lacquers and builder gel in deep oxblood light',
  },
]

export const demoPopups: DemoPopup[] = [
  {
    title: 'One package, one complete service',
    text: 'Each package has everything one service needs, for less than buying the pieces separately.',
    actionLabel: 'See the packages',
    actionPath: '/packages',
  },
  {
    title: 'Pickup is free',
    text: 'Collect at our counter in Englewood, Monday to Saturday. Choose Pickup at checkout and skip the shipping.',
    actionLabel: null,
    actionPath: null,
  },
]

export const demoFaqs: DemoFaq[] = [
  {
    topic: 'ordering',
    question: 'Who may order from Salonfront?',
    answer:
      '<p>Salonfront serves licensed cosmetology professionals, salons and schools. You may check out as a guest with name, email and phone; an account keeps your addresses, orders and points together.</p>',
  },
  {
    topic: 'ordering',
    question: 'Is there a minimum order?',
    answer:
      '<p>Yes. The sub-total of the goods has to reach the minimum shown in your cart, so that packing and handling stay reasonable. Shipping and insurance do not count toward it.</p>',
  },
  {
    topic: 'ordering',
    question: 'Can I change or cancel an order I have placed?',
    answer:
      '<p>Yes, as long as it has not been packed. Call or write with the order number; we cancel it, put the goods back and send you a confirmation by email.</p>',
  },
  {
    topic: 'ordering',
    question: 'What does a package contain?',
    answer:
      '<p>Every package page lists its contents with quantities. A package costs less than its parts and ships in one carton. Parts of a package can be bought separately at any time.</p>',
  },
  {
    topic: 'ordering',
    question: 'A product is sold out. When will it be back?',
    answer:
      '<p>Most products are back within ten business days. Write to us with the product’s name, and we will email you on the day it returns.</p>',
  },
  {
    topic: 'delivery & pickup',
    question: 'How much is delivery?',
    answer:
      '<p>It depends on the weight of your order and on your ZIP code. Enter its five digits at checkout and choose from the methods offered, each with its price and delivery time.</p>',
  },
  {
    topic: 'delivery & pickup',
    question: 'What is the insurance on my order?',
    answer:
      '<p>Deliveries are insured against loss and damage on the way. The amount follows the value of the goods and is shown on its own line before you place the order. Pickup orders have none.</p>',
  },
  {
    topic: 'delivery & pickup',
    question: 'Where and when can I pick up?',
    answer:
      '<p>At our counter in Englewood, New Jersey. The address and opening hours are shown at checkout when you choose Pickup. Please bring the order number and a photo ID.</p>',
  },
  {
    topic: 'delivery & pickup',
    question: 'Something arrived damaged or is missing.',
    answer:
      '<p>Keep the carton, take a photo and write to us within five days. We replace or refund, and we talk to the carrier so that you do not have to.</p>',
  },
  {
    topic: 'payment',
    question: 'How can I pay?',
    answer:
      '<p>By Quick Pay from your bank’s app, or by check. For Quick Pay, you see our business name and phone number at checkout. Send the total, and put the memo code from your confirmation in the memo field.</p>',
  },
  {
    topic: 'payment',
    question: 'When is my order packed?',
    answer:
      '<p>As soon as your payment has arrived. Quick Pay usually arrives within minutes; a check has to clear first, which takes five days.</p>',
  },
  {
    topic: 'payment',
    question: 'Is sales tax charged?',
    answer:
      '<p>Where it applies, tax depends on where the goods are delivered, or on our counter’s address for a pickup, and is shown before you place the order. Resellers may send us a certificate to keep with their account.</p>',
  },
  {
    topic: 'membership',
    question: 'What is PV?',
    answer:
      '<p>Points that come with your purchases, shown next to each price. Your account lists every entry with its order and date. Training kits carry no points.</p>',
  },
  {
    topic: 'membership',
    question: 'What is the difference between a member and a franchise account?',
    answer:
      '<p>Both buy at the same prices. With a franchise account you choose a password while registering and see your orders in the account menu at once; a member gets an email with a link to choose one.</p>',
  },
  {
    topic: 'membership',
    question: 'Do I have to buy every month to stay a member?',
    answer:
      '<p>No. There is no entry fee, no monthly purchase and no membership fee. Your account and its history remain yours.</p>',
  },
]

export const demoTerms = `An account is for licensed professionals and for students of cosmetology. What you tell us when you register is true, and you keep it up to date.

Prices are for your own work and for resale in person. Goods come back within 30 days, unopened and in their box.

Points and bonuses are counted by the compensation plan of the month in which an order is completed. What comes back is taken off again.

We keep what we need to send your orders, to count your points and to keep our books. Under My Account › My Data you can download all of it, and have it erased.

When these terms change, the new version counts for those who register from then on.`

/** Newsletter readers: subscribed, awaiting confirmation, and unsubscribed. */
export const demoReaders = {
  confirmed: ['alma', 'bo', 'carmen', 'dee', 'esther', 'flora', 'gwen', 'hye', 'ines', 'june', 'kira', 'lou'],
  asked: ['mae', 'nadia'],
  ended: ['olga'],
} as const

/** Written, but not sent yet. */
export const demoNewsletter = {
  subject: 'New on the shelf: bond care for fine hair',
  body: `# Bond care that does not weigh fine hair down

We have tried it at the counter for a month. It takes ten minutes, and the hair stays as light as it was.

- Before a color, on dry hair
- After a perm, under heat
- Once a month at home

[See what is new](/packages)

# What members write

Hana has written down her service step by step. [Read it in the blog](/posts), and ask her what you want to know.`,
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
