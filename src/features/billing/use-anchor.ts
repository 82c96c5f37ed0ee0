import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Scrolls to the element named by the address, once it is rendered. */
export function useAnchor() {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === '') return
    document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView?.({ block: 'start' })
  }, [hash])
}
