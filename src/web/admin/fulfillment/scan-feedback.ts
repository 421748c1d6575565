let audio: AudioContext | undefined

/** Audible feedback for scanning: a short high tone for success, a long low one with vibration for an error. */
export function playScanFeedback(isSuccess: boolean): void {
  if (!isSuccess) navigator.vibrate?.(250)
  audio ??= new AudioContext()
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  const seconds = isSuccess ? 0.08 : 0.45
  tone.type = isSuccess ? 'sine' : 'square'
  tone.frequency.value = isSuccess ? 1320 : 180
  volume.gain.value = 0.12
  tone.connect(volume).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + seconds)
}
