import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { callKey } from './query.ts'

import { showResponse } from './show-response.ts'

it('keeps the response when an older read ends after it', async () => {
  const client = new QueryClient()
  const queryKey = callKey('user')
  client.setQueryData(queryKey, 'first')
  const { promise: read, resolve: endRead } = Promise.withResolvers<string>()
  const observer = new QueryObserver<unknown>(client, { queryKey, queryFn: () => read, staleTime: Infinity })
  const unsubscribe = observer.subscribe(() => {})
  const refetch = client.invalidateQueries({ queryKey })
  expect(observer.getCurrentResult().isFetching).toBe(true)

  showResponse(client, queryKey, 'changed')
  endRead('first')
  await refetch
  expect(observer.getCurrentResult()).toMatchObject({ data: 'changed', isFetching: false })
  unsubscribe()
})
