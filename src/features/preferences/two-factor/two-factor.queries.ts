import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { isTwoFactorOn } from './two-factor-state.ts'
import { asNumber, createStored } from '@/lib/stored.ts'

/** Whether the person has a second factor, as their token tells. */
export const twoFactorQuery = () =>
  queryOptions({
    queryKey: ['two-factor'],
    queryFn: () => isTwoFactorOn(api().session.claims()),
  })

/** The recovery codes of the person, never themselves: only which of them were used. */
export const recoveryCodesQuery = () =>
  queryOptions({
    queryKey: ['recovery_two_factor'],
    queryFn: ({ signal }) =>
      api().data.query('recovery_two_factor', signal, {
        $select: ['id', 'used_timestamp'],
        $filter: { belongs_to__user: api().session.claims()?.id ?? 0 },
      }),
  })

/** Reads again what a change of the second factor touches. */
export function useTwoFactorRefresh() {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [twoFactorQuery(), recoveryCodesQuery()].map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
    )
}

/** Whose set-up was begun in this browser and not finished; the platform does not tell. */
export const setUpBegunBy = createStored<number | null>('two-factor-begun', null, asNumber)
