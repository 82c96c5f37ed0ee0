import { useState } from 'react'
import { upperCase } from '@/lib/format.ts'
import styles from './Avatar.module.css'

export interface AvatarProps {
  name: string
  /** An image that may not exist; initials are the fallback. */
  imageUrl?: string | undefined
  size?: number
  /** For organizations. */
  square?: boolean
}

/** The picture or initials of a user or an organization. Decorative: the name is next to it or on its button. */
export function Avatar({ name, imageUrl, size = 30, square }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  return (
    <span
      className={styles.avatar}
      data-square={square || undefined}
      data-initials={initials(name)}
      style={{ width: size, height: size }}
      aria-hidden="true"
    >
      {imageUrl !== undefined && imageUrl !== broken && (
        <img src={imageUrl} alt="" width={size} height={size} onError={() => setBroken(imageUrl)} />
      )}
    </span>
  )
}

/** "ada_lovelace" → "AL", "ada" → "AD". */
export function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const letters =
    words.length > 1 ? words.slice(0, 2).map((word) => [...word][0]) : [...(words[0] ?? '?')].slice(0, 2)
  return upperCase(letters.join(''))
}
