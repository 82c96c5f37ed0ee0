import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { infoQuery, invoicesQuery } from './billing.queries.ts'

const account = (account_state: string) => ({
  email: 'accounts@acme-logistics.example',
  account_state,
  company_name: 'Acme Logistics',
  address: {},
  tax_id: null,
})

test('reads invoices and payment methods only for active accounts [BILL-012]', async () => {
  const requests: string[] = []
  connectApi({
    apiUrl: 'https://api.example',
    terminalUrl: 'wss://terminal.example',
    tokenKey: 'test',
    fetch: async (input) => {
      requests.push(new URL(new Request(input).url).pathname)
      return new Response(null, { status: 500 })
    },
  })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  for (const inactive of [null, account('closed')]) {
    expect(await queries.fetchQuery(infoQuery(1, inactive))).toEqual({})
    expect(await queries.fetchQuery(invoicesQuery(1, inactive))).toEqual([])
  }
  expect(requests).toEqual([])
  await expect(queries.fetchQuery(infoQuery(1, account('active')))).rejects.toThrow()
  await expect(queries.fetchQuery(invoicesQuery(1, account('active')))).rejects.toThrow()
  expect(requests).toHaveLength(2)
})
