/**
 * Stores one text for the browser session. If the browser refuses storage (blocked or full), the text lasts as
 * long as the page.
 */
export function createSessionValue(name: string) {
  let inPage: string | null | undefined
  return {
    read(): string | null {
      if (inPage !== undefined) return inPage
      try {
        return window.sessionStorage.getItem(name)
      } catch {
        return null
      }
    },
    write(text: string): void {
      try {
        window.sessionStorage.setItem(name, text)
        inPage = undefined
      } catch {
        inPage = text
      }
    },
    clear(): void {
      try {
        window.sessionStorage.removeItem(name)
        inPage = undefined
      } catch {
        inPage = null
      }
    },
  }
}
