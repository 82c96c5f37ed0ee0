import { useState } from 'react'

/** Whether something has ever been open: what is heavy need not be loaded before, and may close with grace after. */
export function useHasOpened(opened: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened && !wasOpened) setWasOpened(true)
  return wasOpened || opened
}
