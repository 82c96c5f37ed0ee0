import { useSyncExternalStore } from 'react'
import type { Stored } from '@/lib/stored.ts'

/** A stored value, and a function to change it. */
export function useStored<Value>(stored: Stored<Value>): readonly [Value, (value: Value) => void] {
  const value = useSyncExternalStore(
    (listener) => stored.subscribe(listener),
    () => stored.get(),
  )
  return [value, (next) => stored.set(next)]
}
