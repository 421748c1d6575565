/**
 * Sentences of the storefront that belong to its interface: what a control does, what a state means, what to do next.
 * A shop’s statements about itself are content, which owners change.
 */
export const interfaceTexts: readonly string[] = [
  'Answers about ordering, delivery and pickup, payment and membership.',
  'Answers are coming soon.',
  'Are you a franchise?',
  'Create an account to see your orders, addresses and points.',
  'Delivery adds shipping and insurance; pickup is free.',
  'Keyword, brand or SKU',
  'Log in to see your orders, addresses and points.',
  'No products match “none”. Try a shorter word, a brand or an SKU.',
  'Or pick it up at our counter for free.',
  'Packages and products that you add are kept here.',
  'Packages & products: packages and products with their prices and points.',
  'Posts by members of the store.',
  'Questions about delivery, pickup or payment?',
  'Results for “none”: packages and products with their prices and points.',
  'Review the items in your cart and check out.',
  'Save your addresses for faster checkout and see your orders and PVs in one place.',
  'Search by name, brand or SKU',
  'Sorted from low to high',
  'The number on your license.',
  'The six-digit code from your authenticator app.',
  'The terms you accept when you register.',
  'There are no posts in English yet. Yours could be the first.',
  'There are no terms to accept.',
  'Use a recovery code instead',
  'We’ll email you a link to choose a password.',
  'You choose your password now.',
  // The product finder, whose questions are content.
  'Answer three questions, and we’ll show you what fits.',
  'Find what you need',
  'Tell us what you work on and what matters to you, and we’ll suggest packages and products that fit.',
  'We have no questions for you yet. Look around instead.',
  'What are you looking for?',
  'What do you work on?',
]
