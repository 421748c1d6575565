import { parentPort } from 'node:worker_threads'
import { type GivenText, readNotices } from './read-notices.ts'

parentPort?.on('message', (given: GivenText) => parentPort?.postMessage(readNotices(given.text, given)))
