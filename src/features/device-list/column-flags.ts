import { useQuery } from '@tanstack/react-query'
import { featureFlagsQuery, usualFlags, type FeatureFlags } from '@/domain/platform/feature-flags.ts'
import { reducedColumns, usualColumns } from './device-columns.tsx'
import type { TableLayout } from './table-layout.ts'

const BOTH = 'reduced-default-device-columns-and-reordering'

/** The layout of who has chosen none. */
export function usualLayout(flags: FeatureFlags): TableLayout {
  const isReduced = flags['reduced-default-device-columns'] || flags[BOTH]
  return { columns: isReduced ? reducedColumns : usualColumns, widths: {} }
}

/** Whether the columns of the table can be moved. */
export const mayReorder = (flags: FeatureFlags): boolean => flags['column-ordering'] || flags[BOTH]

const useFlags = (): FeatureFlags => useQuery(featureFlagsQuery()).data ?? usualFlags

export const useUsualLayout = (): TableLayout => usualLayout(useFlags())

export const useMayReorder = (): boolean => mayReorder(useFlags())
