import { vi } from 'vitest'

/** Records the paths that the page makes the browser load, instead of loading them; ends with the test. */
export function recordPageLoads(): readonly string[] {
  const paths: string[] = []
  vi.spyOn(location, 'assign').mockImplementation((path) => void paths.push(String(path)))
  return paths
}
