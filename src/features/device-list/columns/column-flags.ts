import { useQuery } from '@tanstack/react-query'
import { featureFlagsQuery, usualFlags, type FeatureFlags } from '@/domain/platform/feature-flags.ts'
import { reducedColumns, defaultColumns } from './device-columns.tsx'
import type { TableLayout } from './table-layout.ts'

const BOTH = 'reduced-default-device-columns-and-reordering'

/** The default layout, for users who have not chosen one. */
export function defaultLayout(flags: FeatureFlags): TableLayout {
  const isReduced = flags['reduced-default-device-columns'] || flags[BOTH]
  return { columns: isReduced ? reducedColumns : defaultColumns, widths: {} }
}

export const canReorder = (flags: FeatureFlags): boolean => flags['column-ordering'] || flags[BOTH]

const useFlags = (): FeatureFlags => useQuery(featureFlagsQuery()).data ?? usualFlags

export const useDefaultLayout = (): TableLayout => defaultLayout(useFlags())

export const useCanReorder = (): boolean => canReorder(useFlags())
