import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Personal } from '#contract/customers/personal.ts'
import { PublicUrlProvider } from '#web/api/hydration.ts'
import { RenderedPersonal } from '#web/api/personal.ts'
import { Document } from './Document.tsx'

type ShopAppProps = { queryClient: QueryClient; personal: Personal; publicUrl: string; children: ReactNode }

/** Everything that server and browser must render identically, around their own routers. */
export function ShopApp({ queryClient, personal, publicUrl, children }: ShopAppProps) {
  return (
    <Document>
      <QueryClientProvider client={queryClient}>
        <PublicUrlProvider value={publicUrl}>
          <RenderedPersonal value={personal}>{children}</RenderedPersonal>
        </PublicUrlProvider>
      </QueryClientProvider>
    </Document>
  )
}
