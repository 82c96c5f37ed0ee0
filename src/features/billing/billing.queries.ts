import { queryOptions, skipToken, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { BillingAccount, BillingInfo, Invoice } from '@/api/model.ts'
import { billing, billingKey } from '@/domain/billing/billed-plan.queries.ts'
import { newestFirst } from './invoice-state.ts'

/** The billing account; null for an organization that has never paid. */
export const accountQuery = (organization: number) =>
  queryOptions({
    queryKey: billingKey('account', organization),
    queryFn: ({ signal }) => billing().account(organization, signal),
  })

export const usageQuery = (organization: number) =>
  queryOptions({
    queryKey: billingKey('usage', organization),
    queryFn: ({ signal }) => billing().usage(organization, signal),
  })

/** Whether an account may have a payment method and invoices. */
const isActive = (account: Pick<BillingAccount, 'account_state'> | null): boolean =>
  account?.account_state === 'active'

/** The payment method of an account; empty without an active account. Waits until the account is known. */
export const infoQuery = (organization: number, account: BillingAccount | null | undefined) =>
  queryOptions({
    queryKey: [...billingKey('info', organization), { active: account && isActive(account) }],
    queryFn:
      account === undefined
        ? skipToken
        : async ({ signal }): Promise<BillingInfo> =>
            isActive(account) ? billing().info(organization, signal) : {},
  })

/** The cached payment method; undefined if it is not loaded. */
export const cachedInfo = (queries: QueryClient, organization: number): unknown =>
  queries.getQueriesData({ queryKey: billingKey('info', organization) })[0]?.[1]

/** The invoices of an account, newest first. */
export const invoicesQuery = (organization: number, account: BillingAccount | null | undefined) =>
  queryOptions({
    queryKey: [...billingKey('invoices', organization), { active: account && isActive(account) }],
    queryFn:
      account === undefined
        ? skipToken
        : async ({ signal }): Promise<readonly Invoice[]> =>
            isActive(account) ? newestFirst(await billing().invoices(organization, signal)) : [],
  })

/** Refreshes everything that depends on payments: invoices, plans, frozen devices and permissions. */
export function useBillingRefresh() {
  const queries = useQueryClient()
  return async (): Promise<void> => {
    await Promise.all(
      [['billing'], ['subscription'], ['organization'], ['device']].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
  }
}
