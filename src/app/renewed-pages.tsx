import { useSyncExternalStore, type ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { api } from '@/api/api.ts'

const subscribe = (listener: () => void) => api().onPlatformChange(listener)
const features = () => api().features

/** The page, rendered again when another platform or other features are detected: pages ask `offers` while they render. */
const renewed = (Page: ComponentType) =>
  function RenewedPage() {
    useSyncExternalStore(subscribe, features)
    return <Page />
  }

/** Routes whose pages are rendered again when another platform or other features are detected. */
export const withRenewedPages = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.map((route) => {
    const { lazy, children } = route
    const loaded =
      typeof lazy === 'function'
        ? {
            ...route,
            lazy: async () => {
              const page = await lazy()
              // A page is a component without props; `Outlet` stands for none.
              return page.Component ? { ...page, Component: renewed(page.Component as ComponentType) } : page
            },
          }
        : route
    return (children ? { ...loaded, children: withRenewedPages(children) } : loaded) as RouteObject
  })
