import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { roleNamed } from '@/domain/access/permissions.ts'
import { discountedPrice, listSeatPrices, type SeatPrices } from './seats.ts'

/** Plans change rarely, and the platform calculates the actual charge. */
const PRICES_STALE_MS = 60_000
const SEAT_FEATURE = 'member:'

/**
 * The seat prices of an organization: those of its plan less the discounts. List prices if the plan has none or is not
 * visible.
 */
export const seatPricesQuery = (organization: number) =>
  queryOptions({
    queryKey: ['subscription', 'seat-prices', { organization }],
    staleTime: PRICES_STALE_MS,
    queryFn: async ({ signal }): Promise<SeatPrices> => {
      const subscriptions = await api().data.query('subscription', signal, {
        $select: ['id'],
        $filter: { is_active: true, is_for__organization: organization },
        $expand: {
          subscription_addon_discount: {
            $select: ['discount_percentage'],
            $expand: { discounts__plan_addon: { $select: ['id'] } },
          },
          is_for__plan: {
            $select: ['id'],
            $expand: {
              plan_addon: {
                $select: ['id', 'base_price'],
                $filter: {
                  offers__feature: {
                    $any: { $alias: 'f', $expr: { f: { slug: { $startswith: SEAT_FEATURE } } } },
                  },
                },
                $expand: { offers__feature: { $select: ['slug'] } },
              },
            },
          },
        },
      })
      const prices = { ...listSeatPrices }
      for (const { is_for__plan: plans, subscription_addon_discount: discounts } of subscriptions) {
        for (const {
          id,
          base_price: price,
          offers__feature: [feature],
        } of plans.flatMap(({ plan_addon: addons }) => addons)) {
          const role = roleNamed(feature.slug.slice(SEAT_FEATURE.length))
          const discount = discounts.find(({ discounts__plan_addon: [of] }) => of.id === id)
          if (role !== undefined) prices[role] = discountedPrice(price, discount?.discount_percentage ?? 0)
        }
      }
      return prices
    },
  })
