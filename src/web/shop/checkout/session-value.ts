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
      inPage = text
      try {
        window.sessionStorage.setItem(name, text)
      } catch {
        // The page still has it in memory.
      }
    },
    clear(): void {
      inPage = null
      try {
        window.sessionStorage.removeItem(name)
      } catch {
        // Nothing was stored.
      }
    },
  }
}
