import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Spinner } from '#web/ui/Spinner.tsx'
import { readCodes } from './read-codes.ts'

type CameraProps = {
  onCode: (code: string) => void
  /** Advice for devices without a camera. */
  alternative: string
}

/** Camera picture, or the reason why there is none. */
export function Camera({ onCode, alternative }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [errorText, setErrorText] = useState<string>()
  const [isReady, setReady] = useState(false)
  const onScan = useEffectEvent(onCode)

  useEffect(() => {
    let isCanceled = false
    let stop = () => {}
    async function start() {
      if (!video.current) return
      try {
        const reader = await readCodes(video.current, (code) => onScan(code))
        if (isCanceled) reader.stop()
        else {
          stop = reader.stop
          setReady(true)
        }
      } catch (error) {
        if (!isCanceled) setErrorText(cameraErrorMessage(error))
      }
    }
    void start()
    return () => {
      isCanceled = true
      stop()
    }
  }, [])

  if (errorText)
    return (
      <p role="alert" className="text-danger">
        {errorText} {alternative}
      </p>
    )
  return (
    <div className="relative overflow-hidden rounded-card bg-sunken" aria-busy={!isReady}>
      <video
        ref={video}
        playsInline
        muted
        aria-label="What the camera sees"
        className="aspect-[4/3] w-full object-cover"
      />
      {!isReady && (
        <div className="absolute inset-0 grid place-items-center">
          <Spinner label="The camera is starting" />
        </div>
      )}
    </div>
  )
}

function cameraErrorMessage(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (!navigator.mediaDevices) return 'The camera needs a secure connection (https).'
  if (name === 'NotAllowedError') return 'Camera access is blocked. Allow it in the address bar, then open it again.'
  if (name === 'NotFoundError') return 'No camera was found.'
  return 'The camera could not be opened.'
}
