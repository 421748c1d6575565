export const log = (line: string): void => void process.stdout.write(`${line}\n`)
