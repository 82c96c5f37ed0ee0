import { useState } from 'react'

/**
 * Whether something has been opened before: a heavy component is loaded only then, and can animate its closing afterwards.
 */
export function useHasOpened(opened: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened && !wasOpened) setWasOpened(true)
  return wasOpened || opened
}
