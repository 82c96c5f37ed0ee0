import { useCallback, useContext, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { LayerContext } from './layers.ts'

/**
 * Content that moves from one frame to another without being rendered anew, so that it keeps what has been typed. Render
 * `content` outside of the frames, and `place` inside the current one.
 */
export function useMovableContent(
  content: ReactNode,
  wanted: boolean,
): { content: ReactNode; place: ReactNode } {
  const [home] = useState(() => document.createElement('div'))
  /** Layers above the content. */
  const [above, setAbove] = useState(0)
  const cover = useCallback((change: 1 | -1) => setAbove((count) => count + change), [])
  const [isPlaced, setPlaced] = useState(false)
  return {
    content:
      // A frame that closes shows it until it is gone.
      (wanted || isPlaced) && createPortal(<LayerContext value={cover}>{content}</LayerContext>, home),
    place: <Place home={home} isCovered={above > 0} onPlaced={setPlaced} />,
  }
}

interface PlaceProps {
  home: HTMLElement
  isCovered: boolean
  onPlaced: (isPlaced: boolean) => void
}

function Place({ home, isCovered, onPlaced }: PlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  const coverFrame = useContext(LayerContext)
  useLayoutEffect(() => {
    place.current?.append(home)
    onPlaced(true)
    return () => onPlaced(false)
  }, [home, onPlaced])
  useLayoutEffect(() => {
    if (!isCovered) return
    coverFrame(1)
    return () => coverFrame(-1)
  }, [isCovered, coverFrame])
  return <div ref={place} />
}
