import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Brings the part of the page into view that the address names, once it is there. */
export function useAnchor() {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === '') return
    document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView?.({ block: 'start' })
  }, [hash])
}
