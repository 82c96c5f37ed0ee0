import { createElement, lazy, useState, type ComponentType } from 'react'

export interface ReadyLazy<Props> {
  Component: ComponentType<Props>
  load: () => Promise<unknown>
}

/**
 * A lazily loaded component that renders without waiting once it is loaded. After `import()`, React suspends for an already loaded
 * module too: it draws the fallback, and replaces it 300 ms later at the earliest.
 */
export function readyLazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ReadyLazy<Props> {
  let loaded: ComponentType<Props> | undefined
  const loading = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const Lazy: ComponentType<Props> = lazy(loading)
  return {
    load: loading,
    Component: function Ready(props) {
      // One of both for as long as it is mounted, so that its state is kept.
      const [Shown] = useState(() => loaded ?? Lazy)
      return createElement(Shown, props)
    },
  }
}
