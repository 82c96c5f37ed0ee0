import { useLayoutEffect } from 'react'
import { adoptStyles } from './adopt-styles.ts'

/**
 * In place of the package of this name, by which a dialog keeps the page behind it still. The original writes a style
 * element. The first to be shown gives the styles.
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
