/** In place of the token in the URL of the page that ends the newsletter: what became of the click. */
export const ENDED = 'done'
export const DEAD_LINK = 'dead'
