import type { ExternalNavigation } from '@/lib/external-navigation.ts'
import { paths } from './paths.ts'

export interface ExternalNavigationState {
  /** What a form would send along. */
  fields: Readonly<Record<string, string>>
}

/**
 * Where other parties are in a simulated world: nobody but this page answers for them, so a page of the dashboard stands
 * for theirs.
 */
export function simulatedExternalNavigation(
  navigate: (to: string, options: { replace: boolean; state?: ExternalNavigationState }) => void,
): ExternalNavigation {
  return {
    goTo: (address, { replaces = false } = {}) => navigate(paths.outside(address), { replace: replaces }),
    post: (address, fields) => navigate(paths.outside(address), { replace: true, state: { fields } }),
  }
}
