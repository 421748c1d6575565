import { useEffectEvent, useLayoutEffect, useState } from 'react'

/** Scanners need a few milliseconds per character; slower input is discarded after this time. */
const BUFFER_TIMEOUT_MS = 3_000
const MIN_CODE_LENGTH = 2

/**
 * USB scanners type a code and Enter, wherever the focus is. While a code is awaited, all characters go to it, and
 * neither shortcuts nor a focused button react. Returns the characters typed so far.
 */
export function useScannedKeys(onCode: (code: string) => void): string {
  const [buffered, setBuffered] = useState('')
  const onScan = useEffectEvent(onCode)
  // Before the page asks for a code: a scanner may be quicker than an effect.
  useLayoutEffect(() => {
    let buffer = ''
    let timer: ReturnType<typeof setTimeout>
    function setBuffer(text: string) {
      buffer = text
      setBuffered(text)
      clearTimeout(timer)
      if (text !== '') timer = setTimeout(() => setBuffer(''), BUFFER_TIMEOUT_MS)
    }
    function onKey(event: KeyboardEvent) {
      const { key, target } = event
      const isField = target instanceof HTMLElement && target.closest('input, textarea, select, [role="dialog"]')
      if (isField || event.ctrlKey || event.metaKey || event.altKey) return
      if (key === 'Enter' && buffer.length >= MIN_CODE_LENGTH) {
        const code = buffer
        setBuffer('')
        onScan(code)
      } else if (key === 'Backspace' && buffer !== '') setBuffer(buffer.slice(0, -1))
      else if (key.length === 1 && (key !== ' ' || buffer !== '')) setBuffer(buffer + key)
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
  return buffered
}
