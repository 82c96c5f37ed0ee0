import { IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { IconButton } from '@/ui/form/Button.tsx'
import styles from './InfoPopover.module.css'

export interface InfoPopoverProps {
  /** Accessible name of the button. */
  label: string
  children: ReactNode
}

/** A button with a popover; Escape or a click outside closes it. */
export function InfoPopover({ label, children }: InfoPopoverProps) {
  const id = useId()
  const frame = useRef<HTMLSpanElement>(null)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    if (!opened) return
    const closeOutside = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || !frame.current?.contains(target)) setOpened(false)
    }
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setOpened(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('keydown', closeByKey)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('keydown', closeByKey)
    }
  }, [opened])
  return (
    <span ref={frame} className={styles.frame}>
      <IconButton
        size="s"
        label={label}
        icon={<IconInfoCircle size={16} aria-hidden="true" />}
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={() => setOpened(!opened)}
      />
      {opened && (
        <div id={id} role="note" className={styles.note}>
          {children}
        </div>
      )}
    </span>
  )
}
