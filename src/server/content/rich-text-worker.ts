import { parentPort } from 'node:worker_threads'
import { readAtOnce } from './read-rich-text.ts'

parentPort?.on('message', (html: string) => parentPort?.postMessage(readAtOnce(html)))
