import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { roleNamed, type FleetRole } from '@/domain/access/permissions.ts'
import type { SeatCounts } from './seats.ts'

/** Plans change rarely. */
const SEATS_STALE_MS = 60_000
const SEAT_FEATURE = 'member:'

/** The seats that the plan of an organization includes, with prepaid ones, by role; null if its plan is not visible. */
export const includedSeatsQuery = (organization: number) =>
  queryOptions({
    queryKey: ['subscription', 'included-seats', { organization }],
    staleTime: SEATS_STALE_MS,
    queryFn: async ({ signal }): Promise<SeatCounts | null> => {
      const [subscription] = await api().data.query('subscription', signal, {
        $select: ['id'],
        $filter: { is_active: true, is_for__organization: organization },
        $expand: {
          is_for__plan: {
            $select: ['id'],
            $expand: {
              plan_feature: {
                $select: ['quantity'],
                $expand: { provides__feature: { $select: ['slug'] } },
              },
            },
          },
          subscription_prepaid_addon: {
            $select: ['quantity', 'starts_on__date', 'expires_on__date'],
            $expand: {
              is_for__plan_addon: {
                $select: ['id'],
                $expand: { offers__feature: { $select: ['slug'] } },
              },
            },
          },
        },
      })
      if (subscription === undefined) return null
      const seats = new Map<FleetRole, number>()
      const add = (slug: string | undefined, quantity: number) => {
        const role = slug?.startsWith(SEAT_FEATURE) ? roleNamed(slug.slice(SEAT_FEATURE.length)) : undefined
        if (role !== undefined) seats.set(role, (seats.get(role) ?? 0) + quantity)
      }
      for (const { plan_feature: features } of subscription.is_for__plan)
        for (const {
          quantity,
          provides__feature: [feature],
        } of features)
          add(feature?.slug, quantity)
      const now = api().now()
      for (const {
        quantity,
        starts_on__date: from,
        expires_on__date: until,
        is_for__plan_addon: [addon],
      } of subscription.subscription_prepaid_addon)
        if (Date.parse(from) <= now && (until === null || Date.parse(until) > now))
          add(addon?.offers__feature[0]?.slug, quantity)
      return seats
    },
  })
