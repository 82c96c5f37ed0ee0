import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { commonText } from '@/messages/common/common.ts'
import { IconButton } from '@/ui/form/Button.tsx'
import { useLater } from './Status.tsx'
import { StatusMark } from './StatusBadge.tsx'
import type { Tone } from './tone.ts'
import styles from './Banner.module.css'

export interface BannerProps {
  tone: Tone
  children: ReactNode
  action?: ReactNode
  onDismiss?: () => void
  /** Announced immediately, for urgent messages. */
  urgent?: boolean
  /** Full width of the page, without a frame. */
  bar?: boolean
}

/** A message that stays until its condition changes. */
export function Banner({ tone, children, action, onDismiss, urgent, bar }: BannerProps) {
  const later = useLater()
  return (
    <div
      className={styles.banner}
      role={urgent ? 'alert' : 'status'}
      data-tone={tone}
      data-bar={bar || undefined}
    >
      <StatusMark tone={tone} shape={tone === 'info' ? 'dot' : undefined} />
      <div className={urgent ? styles.text : `${styles.text} ${later}`}>{children}</div>
      {action}
      {onDismiss && (
        <IconButton
          size="s"
          label={commonText.dismiss}
          icon={<IconX size={15} aria-hidden="true" />}
          onClick={onDismiss}
        />
      )}
    </div>
  )
}
