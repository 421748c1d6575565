import { adminGet } from './api.ts'
import { askProof } from './proof.ts'

/** Leaves a file, which may be as large as the shop, to the browser; asks for the fresh proof that it needs before. */
export async function download(url: string): Promise<void> {
  const { proven } = await adminGet('staffMember')
  if (!proven) await askProof()
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
