export { decodeText, detectSeparator } from '#domain/decode-text.ts'
