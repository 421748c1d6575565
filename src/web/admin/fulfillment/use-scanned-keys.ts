import { useEffect, useEffectEvent, useState } from 'react'

/** Scanners need a few milliseconds per character; slower input is discarded after this time. */
const FORGOTTEN_MS = 3_000
const FEWEST = 2

/**
 * USB scanners type a code and Enter, wherever the focus is. While a code is awaited, all characters go to it, and
 * neither shortcuts nor a focused button react. Returns the characters typed so far.
 */
export function useScannedKeys(onCode: (code: string) => void): string {
  const [typed, setTyped] = useState('')
  const report = useEffectEvent(onCode)
  useEffect(() => {
    let buffer = ''
    let timer: ReturnType<typeof setTimeout>
    function set(text: string) {
      buffer = text
      setTyped(text)
      clearTimeout(timer)
      if (text !== '') timer = setTimeout(() => set(''), FORGOTTEN_MS)
    }
    function onKey(event: KeyboardEvent) {
      const { key, target } = event
      const isField = target instanceof HTMLElement && target.closest('input, textarea, select, [role="dialog"]')
      if (isField || event.ctrlKey || event.metaKey || event.altKey) return
      if (key === 'Enter' && buffer.length >= FEWEST) {
        const code = buffer
        set('')
        report(code)
      } else if (key === 'Backspace' && buffer !== '') set(buffer.slice(0, -1))
      else if (key.length === 1 && (key !== ' ' || buffer !== '')) set(buffer + key)
      else return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true })
      clearTimeout(timer)
    }
  }, [])
  return typed
}
