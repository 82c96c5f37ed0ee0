import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { allowanceDevicesQuery, FREE_PLAN } from '@/domain/billing/free-allowance.ts'
import { paced } from '@/domain/pace.ts'
import * as poll from '@/domain/polling.ts'

/** Which organizations have a paid plan, as far as visible to the user. */
export const payingQuery = (organizations: readonly number[]) =>
  queryOptions({
    queryKey: ['organization', 'paying', { organizations }],
    refetchInterval: poll.billingBanners,
    enabled: organizations.length > 0,
    queryFn: async ({ signal }): Promise<ReadonlySet<number>> => {
      const rows = await api().data.query('subscription', signal, {
        $select: ['id'],
        $filter: { is_active: true, is_for__organization: { $in: [...organizations] } },
        $expand: {
          is_for__plan: { $select: ['billing_code'] },
          is_for__organization: { $select: ['id'] },
        },
      })
      return new Set(
        rows
          .filter(({ is_for__plan: [plan] }) => plan.billing_code !== FREE_PLAN)
          .map(({ is_for__organization: [organization] }) => organization.id),
      )
    },
  })

const frozenOf = (organization: number) => ({ is_frozen: true, ...allowanceDevicesQuery(organization) })

/** The number of frozen devices of an organization. */
export const frozenCountQuery = (organization: number) =>
  queryOptions({
    queryKey: ['device', 'frozen-count', { organization }],
    ...paced(poll.billingBanners, ({ signal }) =>
      api().data.query('device', signal, { $count: { $filter: frozenOf(organization) } }),
    ),
  })

/** Maximum number of frozen devices in the dialog. */
const MAX_FROZEN_LISTED = 50

/** The frozen devices of an organization, oldest first. */
export const frozenDevicesQuery = (organization: number) =>
  queryOptions({
    queryKey: ['device', 'frozen-list', { organization }],
    queryFn: async ({ signal }) => {
      const $filter = frozenOf(organization)
      const [devices, total] = await Promise.all([
        api().data.query('device', signal, {
          $select: ['id', 'device_name'],
          $expand: { belongs_to__application: { $select: ['id', 'app_name'] } },
          $filter,
          $orderby: { id: 'asc' },
          $top: MAX_FROZEN_LISTED,
        }),
        api().data.query('device', signal, { $count: { $filter } }),
      ])
      return { devices, total }
    },
  })
