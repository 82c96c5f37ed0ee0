import { createContext, use } from 'react'
import type { DataRouter, Location } from 'react-router'

export type RouterState = Pick<DataRouter, 'state' | 'subscribe' | 'navigate' | 'basename'>

/** The router, whose hooks tell of a navigation only when React has time for it. */
export const RouterStateContext = createContext<RouterState | null>(null)

export function useRouterState(): RouterState {
  const router = use(RouterStateContext)
  if (router === null) throw new Error('There is no router around this component')
  return router
}

/**
 * Where a navigation leads that is under way, else where the router is. Whoever reads it as an external store can show
 * what was pressed from the press on, before the page itself follows.
 */
export const pendingLocationOf = ({ state }: Pick<RouterState, 'state'>): Location =>
  state.navigation.location ?? state.location
