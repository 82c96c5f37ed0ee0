import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

export interface ReadyLazy<Props> {
  Component: LazyExoticComponent<ComponentType<Props>>
  load: () => Promise<unknown>
}

/**
 * A lazily loaded component that renders without waiting once it is loaded. After `import()`, React suspends for an already loaded
 * module too: it draws the fallback, and replaces it 300 ms later at the earliest.
 */
export function readyLazy<Props>(load: () => Promise<ComponentType<Props>>): ReadyLazy<Props> {
  let loaded: ComponentType<Props> | undefined
  const loading = async () => {
    loaded = await load()
    return { default: loaded }
  }
  return {
    load: loading,
    Component: lazy(() => (loaded === undefined ? loading() : known({ default: loaded }))),
  }
}

/** A promise that tells its value immediately. */
function known<Value extends object>(value: Value): Promise<Value> {
  const promise = new Promise<Value>((resolve) => resolve(value))
  promise.then = (onFulfilled) => Promise.resolve(onFulfilled?.(value) as never)
  return promise
}
