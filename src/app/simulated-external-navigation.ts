import type { ExternalNavigation } from '@/lib/external-navigation.ts'
import { paths } from '@/lib/paths.ts'

export interface ExternalNavigationState {
  /** Fields submitted by a form. */
  fields: Readonly<Record<string, string>>
}

/** External navigation in a simulated world: there are no third-party sites, so a stand-in page of the dashboard is shown. */
export function simulatedExternalNavigation(
  navigate: (to: string, options: { replace: boolean; state?: ExternalNavigationState }) => void,
): ExternalNavigation {
  return {
    goTo: (address, { replaces = false } = {}) => navigate(paths.outside(address), { replace: replaces }),
    post: (address, fields) => navigate(paths.outside(address), { replace: true, state: { fields } }),
  }
}
