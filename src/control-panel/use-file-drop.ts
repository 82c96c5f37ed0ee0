import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Accepts files dropped on an element, in addition to a file input. */
export function useFileDrop(onFile: (file: File) => void) {
  const place = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  const dropped = useEffectEvent((event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer?.files[0]
    if (file !== undefined) onFile(file)
  })
  useEffect(() => {
    const element = place.current
    const onDragOver = (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    }
    const leave = () => setOver(false)
    const drop = (event: DragEvent) => dropped(event)
    element?.addEventListener('dragover', onDragOver)
    element?.addEventListener('dragleave', leave)
    element?.addEventListener('drop', drop)
    return () => {
      element?.removeEventListener('dragover', onDragOver)
      element?.removeEventListener('dragleave', leave)
      element?.removeEventListener('drop', drop)
    }
  }, [])
  return { place, isOver }
}
