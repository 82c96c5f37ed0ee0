import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { asNumber, createStored } from '@/lib/stored.ts'
import { isTwoFactorOn } from './two-factor-state.ts'

/** Whether two-factor authentication is on, according to the token. */
export const twoFactorQuery = () =>
  queryOptions({
    queryKey: ['two-factor'],
    queryFn: () => isTwoFactorOn(api().session.claims()),
  })

/** Which recovery codes have been used; the codes themselves cannot be read. */
export const recoveryCodesQuery = () =>
  queryOptions({
    queryKey: ['recovery_two_factor'],
    queryFn: ({ signal }) =>
      api().data.query('recovery_two_factor', signal, {
        $select: ['id', 'used_timestamp'],
        $filter: { belongs_to__user: api().session.claims()?.id ?? 0 },
      }),
  })

/** Refreshes the data that depends on two-factor authentication. */
export function useTwoFactorRefresh() {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [twoFactorQuery(), recoveryCodesQuery()].map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
    )
}

/** The user who has started the setup in this browser without finishing it, which the platform does not store. */
export const setUpStartedBy = createStored<number | null>('two-factor-begun', null, asNumber)
