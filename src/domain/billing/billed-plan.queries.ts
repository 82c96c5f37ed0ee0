import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { createBilling } from '@/api/billing.ts'

/** The billing service of the connected platform. */
export const billing = () => createBilling(api().services)

/** The key of a query about the billing of an organization. */
export const billingKey = (what: string, organization: number) => ['billing', what, { organization }] as const

/** The plan, and the items of the next invoice. */
export const billedPlanQuery = (organization: number) =>
  queryOptions({
    queryKey: billingKey('plan', organization),
    queryFn: ({ signal }) => billing().plan(organization, signal),
  })
