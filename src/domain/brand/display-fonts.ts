/** Fonts for titles that are part of the shop. */
export const displayFonts = ['fraunces', 'playfair-display', 'jost', 'bricolage-grotesque'] as const
export type DisplayFont = (typeof displayFonts)[number]
