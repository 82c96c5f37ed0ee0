import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { dataRequest, sendRequest } from '@/api/data-request.ts'
import type { Model } from '@/api/model.ts'
import * as poll from '@/domain/polling.ts'
import type { PlatformCall } from '@/lib/equivalent-command.ts'
import { CREDIT_FEATURE } from './credit-rules.ts'

/** The id of the feature that credits pay for. */
export const creditFeatureQuery = () =>
  queryOptions({
    queryKey: ['feature', CREDIT_FEATURE],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<number> => {
      const [feature] = await api().data.query('feature', signal, {
        $select: ['id'],
        $filter: { slug: CREDIT_FEATURE },
      })
      if (feature === undefined) throw new Error(`No feature ${CREDIT_FEATURE}`)
      return feature.id
    },
  })

const readBundles = (organization: number, signal: AbortSignal) =>
  api().data.query('credit_bundle', signal, {
    $select: [
      'id',
      'created_at',
      'payment_status',
      'original_quantity',
      'total_balance',
      'total_cost',
      'expires_on__date',
      'error_message',
    ],
    $expand: { is_created_by__user: { $select: ['username'] } },
    $filter: { belongs_to__organization: organization },
    $orderby: { created_at: 'desc' },
  })

/** All credit purchases, newest first. */
export const bundlesQuery = (organization: number) =>
  queryOptions({
    queryKey: ['billing', 'credit_bundle', { organization }],
    refetchInterval: poll.credits,
    queryFn: ({ signal }) => readBundles(organization, signal),
  })

export type CreditBundle = Awaited<ReturnType<typeof readBundles>>[number]

/** The low-credit notification of an organization; null if it is off. */
export const creditNotificationQuery = (organization: number, feature: number) =>
  queryOptions({
    queryKey: ['billing', 'credit-notification', { organization, feature }],
    queryFn: async ({ signal }) => {
      const [row] = await api().data.query('organization_credit_notification', signal, {
        $select: ['id', 'is_sent_when_below__threshold'],
        $filter: { organization, owns_credit_notification_for__feature: feature },
      })
      return row === undefined ? null : { id: row.id, threshold: row.is_sent_when_below__threshold }
    },
  })

export interface Purchase {
  belongs_to__organization: number
  is_for__feature: number
  original_quantity: number
}

type Bought = Pick<Model['credit_bundle']['Read'], 'payment_status' | 'error_message'>

/** Changes of credits. All throw `ApiError`. */
/** Buys credits. */
export const purchaseCall = (body: Purchase) => dataRequest('post', { resource: 'credit_bundle', body })

/** Sends a purchase. Resolves also for a failed payment, with its state. */
export const sendPurchase = (call: PlatformCall) => sendRequest(api().data, call) as Promise<Bought>

export const creditCalls = {
  notify: (organization: number, feature: number, threshold: number) =>
    api().data.post({
      resource: 'organization_credit_notification',
      body: {
        organization,
        owns_credit_notification_for__feature: feature,
        is_sent_when_below__threshold: threshold,
      },
    }),
  setThreshold: (id: number, threshold: number) =>
    api().data.patch({
      resource: 'organization_credit_notification',
      id,
      body: { is_sent_when_below__threshold: threshold },
    }),
  stopNotifying: (id: number) => api().data.delete({ resource: 'organization_credit_notification', id }),
}
