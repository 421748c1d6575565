import { readFormerPath } from '#domain/text/redirect-url.ts'

/** A redirect may lead to another one, as when a page moved twice; browsers follow about twenty. */
const MAX_STEPS = 10

/**
 * Returns the page to which a path leads in the end, or undefined if it does not redirect, or redirects too often or in
 * a loop. `findTarget` returns where one path leads.
 */
export async function followRedirects(
  path: string,
  findTarget: (path: string) => Promise<string | undefined> | string | undefined,
): Promise<string | undefined> {
  let target: string | undefined
  let next: string | undefined = path
  for (let step = 0; step <= MAX_STEPS; step++) {
    const found: string | undefined = next === undefined ? undefined : await findTarget(next)
    if (found === undefined) return target
    target = found
    next = readFormerPath(found)
  }
  return undefined
}
