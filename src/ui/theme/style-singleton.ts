import { useLayoutEffect } from 'react'
import { adoptStyles } from './adopt-styles.ts'

/**
 * Replaces the package of this name, which prevents scrolling behind a dialog. The original adds a style element, which the
 * content security policy forbids. The first user defines the styles.
 */
export function styleSingleton() {
  let users = 0
  let remove: (() => void) | undefined
  return function Style({ styles }: { styles: string }): null {
    useLayoutEffect(() => {
      users += 1
      remove ??= adoptStyles(styles)
      return () => {
        users -= 1
        if (users > 0) return
        remove?.()
        remove = undefined
      }
    }, [styles])
    return null
  }
}
