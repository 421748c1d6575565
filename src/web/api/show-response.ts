import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query'

/** Shows the response of a change. A read under way may bring the state from before the change, so it is dropped. */
export function showResponse<K extends QueryKey>(
  client: QueryClient,
  queryKey: K,
  response: NoInfer<InferDataFromTag<unknown, K>>,
): void {
  void client.cancelQueries({ queryKey, exact: true })
  client.setQueryData<unknown>(queryKey, response)
}
