import { screen, waitFor, within } from '@testing-library/react'

const findRows = (texts: readonly string[]) =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].filter(({ textContent }) =>
    texts.every((text) => textContent.includes(text)),
  )

/** Waits for the only row of the page's lists that contains all the texts. */
export const findRow = (...texts: [string, ...string[]]) =>
  waitFor(() => {
    const [row, another] = findRows(texts)
    if (!row || another) throw new Error(`${row ? 'Several rows contain' : 'No row contains'} “${texts.join('”, “')}”.`)
    return row
  })

/** Waits until no row of the page's lists contains the text. */
export const waitForNoRow = (text: string) =>
  waitFor(() => {
    if (findRows([text]).length > 0) throw new Error(`A row contains “${text}”.`)
  })

/** A button of the row that contains the text. */
export const findRowButton = async (text: string, name: string | RegExp) =>
  within(await findRow(text)).getByRole('button', { name })

/** Opens the menu “More …” of the row that contains the text; returns an entry. */
export async function findRowMenuItem(user: { click(element: Element): Promise<void> }, text: string, name: string) {
  await user.click(await findRowButton(text, /^More/))
  return screen.findByRole('menuitem', { name })
}
