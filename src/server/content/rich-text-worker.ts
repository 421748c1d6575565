import { parentPort } from 'node:worker_threads'
import { readRichTextSync } from './read-rich-text.ts'

parentPort?.on('message', (html: string) => parentPort?.postMessage(readRichTextSync(html)))
