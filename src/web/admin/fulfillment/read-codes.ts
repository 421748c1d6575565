/** The browser's built-in barcode reader, where available; missing from TypeScript's DOM types. */
type CodeReader = { detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
declare global {
  interface Window {
    BarcodeDetector?: { new (): CodeReader; getSupportedFormats: () => Promise<string[]> }
  }
}

const SCAN_INTERVAL_MS = 150
/** A code counts only once while it stays in view. */
const REPEAT_WINDOW_MS = 1_500

/** Reads codes from the camera until stopped. Loads the library only where the browser has no built-in reader. */
export async function readCodes(
  video: HTMLVideoElement,
  onCode: (code: string) => void,
): Promise<{ stop: () => void }> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 } },
  })
  const close = () => {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
  const report = skipRepeats(onCode)
  try {
    const formats = (await window.BarcodeDetector?.getSupportedFormats()) ?? []
    const stop =
      formats.length > 0 ? await readWithDetector(stream, video, report) : await readWithLibrary(stream, video, report)
    return {
      stop: () => {
        stop()
        close()
      },
    }
  } catch (error) {
    close()
    throw error
  }
}

async function readWithDetector(stream: MediaStream, video: HTMLVideoElement, report: (code: string) => void) {
  const Reader = window.BarcodeDetector
  if (!Reader) throw new Error('no barcode reader')
  const reader = new Reader()
  video.srcObject = stream
  await video.play()
  let isStopped = false
  async function scan() {
    if (isStopped) return
    // Skips frames that cannot be read, as when the phone is rotated.
    const [barcode] = await reader.detect(video).catch(() => [])
    // The camera may have been closed in the meantime.
    if (isStopped) return
    if (barcode) report(barcode.rawValue)
    setTimeout(scan, SCAN_INTERVAL_MS)
  }
  void scan()
  return () => {
    isStopped = true
  }
}

async function readWithLibrary(stream: MediaStream, video: HTMLVideoElement, report: (code: string) => void) {
  const { BrowserMultiFormatReader } = await import('@zxing/browser')
  const reader = new BrowserMultiFormatReader(undefined, { delayBetweenScanAttempts: SCAN_INTERVAL_MS })
  const controls = await reader.decodeFromStream(stream, video, (result) => {
    if (result) report(result.getText())
  })
  return () => controls.stop()
}

function skipRepeats(report: (code: string) => void) {
  let last = { code: '', at: 0 }
  return (code: string) => {
    const now = Date.now()
    const isSame = code === last.code && now - last.at < REPEAT_WINDOW_MS
    last = { code, at: now }
    if (!isSame) report(code)
  }
}
