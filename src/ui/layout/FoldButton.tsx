import type { ReactNode } from 'react'
import styles from './FoldButton.module.css'

export interface FoldButtonProps {
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

/** The text of a heading that folds what is below it. */
export function FoldButton({ isOpen, onToggle, children }: FoldButtonProps) {
  return (
    <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={onToggle}>
      {children}
    </button>
  )
}
