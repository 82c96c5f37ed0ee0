import type { ReactNode } from 'react'
import styles from './support.module.css'

/** One of the drawer's views. It takes the focus, because the button that opened it is gone. */
export function View({ children }: { children: ReactNode }) {
  return (
    <div ref={takeFocus} tabIndex={-1} className={styles.view}>
      {children}
    </div>
  )
}

function takeFocus(element: HTMLElement | null) {
  element?.focus()
}
