import { parentPort } from 'node:worker_threads'
import { type ParseInput, parseBankText } from './parse-bank-text.ts'

parentPort?.on('message', (input: ParseInput) => parentPort?.postMessage(parseBankText(input.text, input)))
