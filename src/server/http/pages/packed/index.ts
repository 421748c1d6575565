/** The public interface of this folder; nothing else is imported from outside. README.md explains the rest. */
export { fillGzip, fillPlain } from './fill-page.ts'
export { copyFilling, type Filling, makeFilling } from './filling.ts'
export { type PackedPage, packPage, packText } from './packed-page.ts'
export { releaseBuffer, takeBuffer } from './send-buffers.ts'
