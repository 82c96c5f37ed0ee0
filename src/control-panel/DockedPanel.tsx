import { IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { commonText } from '@/messages/common/common.ts'
import { IconButton } from '@/ui/form/Button.tsx'
import { LayerContext, useLayer } from '@/ui/overlay/layers.ts'
import { useFocusBack } from '@/ui/overlay/use-focus-back.ts'
import styles from './DockedPanel.module.css'

/** Screens with room for a page beside the panel. */
export const DOCKS = '(width >= 1100px)'

export interface DockedPanelProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** A panel beside the page, which stays in sight and can be used while the panel changes what it shows. */
export function DockedPanel({ title, onClose, children }: DockedPanelProps) {
  const id = useId()
  const frame = useRef<HTMLElement>(null)
  const { isCovered, cover } = useLayer(true)
  useFocusBack(true)
  useEffect(() => {
    const root = document.documentElement
    root.dataset['docked'] = ''
    frame.current?.focus({ preventScroll: true })
    return () => void delete root.dataset['docked']
  }, [])
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it, as any other panel
    <section
      ref={frame}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      className={styles.frame}
      data-simulation=""
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || isCovered) return
        event.stopPropagation()
        onClose()
      }}
    >
      <header className={styles.header}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <IconButton
          label={commonText.close}
          icon={<IconX size={18} aria-hidden="true" />}
          onClick={onClose}
        />
      </header>
      <div className={styles.body}>
        <LayerContext value={cover}>{children}</LayerContext>
      </div>
    </section>,
    document.body,
  )
}
