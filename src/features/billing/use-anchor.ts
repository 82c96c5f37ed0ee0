import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Scrolls to the element named by the address, once it is rendered and whenever a link to it is followed. */
export function useAnchor() {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash === '') return
    document.getElementById(hash.slice(1))?.scrollIntoView?.({ block: 'start' })
    // Each time that a link is followed, also the same one again.
  }, [hash, key])
}
