import { IconX } from '@tabler/icons-react'
import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { commonText } from '@/messages/common/common.ts'
import { IconButton } from '@/ui/form/Button.tsx'
import { LayerContext, useLayer } from '@/ui/overlay/layers.ts'
import { useFocusBack } from '@/ui/overlay/use-focus-back.ts'
import styles from './SidePanel.module.css'

/** Screens with room for a page beside the panel. */
export const HAS_ROOM_BESIDE = '(width >= 1100px)'

export interface SidePanelProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** A panel beside the page, which stays in sight and can be used while the panel changes what it shows. */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const id = useId()
  const frame = useRef<HTMLElement>(null)
  const { isCovered, cover } = useLayer(true)
  useFocusBack(true)
  useLayoutEffect(() => {
    const root = document.documentElement
    root.dataset['sidePanel'] = ''
    frame.current?.focus({ preventScroll: true })
    return () => void delete root.dataset['sidePanel']
  }, [])
  // Not by React: the contents are rendered elsewhere and moved into this panel.
  useEffect(() => {
    const panel = frame.current
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isCovered) return
      event.stopPropagation()
      onClose()
    }
    panel?.addEventListener('keydown', closeByEscape)
    return () => panel?.removeEventListener('keydown', closeByEscape)
  }, [isCovered, onClose])
  return createPortal(
    <section
      ref={frame}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      className={styles.frame}
      data-simulation=""
    >
      <div className={styles.header}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <IconButton
          label={commonText.close}
          icon={<IconX size={18} aria-hidden="true" />}
          onClick={onClose}
        />
      </div>
      <div className={styles.body}>
        <LayerContext value={cover}>{children}</LayerContext>
      </div>
    </section>,
    document.body,
  )
}
