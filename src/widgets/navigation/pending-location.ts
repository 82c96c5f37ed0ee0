import { createContext, use } from 'react'
import type { DataRouter, Location } from 'react-router'

export type RouterState = Pick<DataRouter, 'state' | 'subscribe' | 'navigate' | 'basename'>

/** The router, whose hooks report a navigation only when React renders. */
export const RouterStateContext = createContext<RouterState | null>(null)

export function useRouterState(): RouterState {
  const router = use(RouterStateContext)
  if (router === null) throw new Error('There is no router around this component')
  return router
}

/**
 * The location of a pending navigation, else the current one. Read as an external store, it shows the target
 * immediately, before the page is loaded.
 */
export const pendingLocationOf = ({ state }: Pick<RouterState, 'state'>): Location =>
  state.navigation.location ?? state.location
