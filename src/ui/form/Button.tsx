import { useId, type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import { classes } from '@/ui/classes.ts'
import { Link, type LinkProps } from '@/ui/layout/link.tsx'
import { Tooltip } from '@/ui/overlay/Tooltip.tsx'
import styles from './Button.module.css'

export type ButtonVariant = 'default' | 'primary' | 'quiet' | 'danger'

interface Looks {
  variant?: ButtonVariant
  /** `s` is for rows and panel headers. */
  size?: 'm' | 's'
  /** Icon before the text, 16 px. */
  icon?: ReactNode
  /** Fills the width of its container. */
  wide?: boolean
}

export interface ButtonProps extends Looks, Omit<ComponentProps<'button'>, 'disabled'> {
  /** Why it is disabled. The button stays focusable and shows the reason. */
  reason?: string | undefined
  /** Its action is in progress: it shows that and ignores clicks. */
  busy?: boolean
}

/** A button that is never disabled without a reason: it stays in place and shows the `reason`. */
export function Button({
  variant = 'default',
  size = 'm',
  icon,
  wide,
  reason,
  busy,
  children,
  className,
  ...rest
}: ButtonProps) {
  const { described, ...guarded } = useReason(reason, busy, rest.onClick)
  return (
    <>
      <Tooltip text={reason}>
        <button
          type="button"
          {...rest}
          {...guarded}
          aria-describedby={classes(rest['aria-describedby'], guarded['aria-describedby']) || undefined}
          className={classes(styles.button, wide && styles.wide, className)}
          data-variant={variant}
          data-size={size}
        >
          {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
          {children}
        </button>
      </Tooltip>
      {described}
    </>
  )
}

export interface ButtonLinkProps extends Looks, LinkProps {}

/** A link that looks like a button, for navigation. */
export function ButtonLink({
  variant = 'default',
  size = 'm',
  icon,
  wide,
  children,
  className,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link
      {...rest}
      className={classes(styles.button, wide && styles.wide, className)}
      data-variant={variant}
      data-size={size}
    >
      {icon}
      {children}
    </Link>
  )
}

export interface IconButtonProps extends Omit<
  ComponentProps<'button'>,
  'disabled' | 'aria-label' | 'children'
> {
  /** Its accessible name and tooltip. */
  label: string
  icon: ReactNode
  size?: 'm' | 's'
  reason?: string | undefined
  busy?: boolean
  /** The state of a toggle button. */
  pressed?: boolean
  /** A dot that indicates something new. The label must include it too. */
  marked?: boolean
}

/** A button with only an icon and an accessible name. */
export function IconButton({
  label,
  icon,
  size = 'm',
  reason,
  busy,
  pressed,
  marked,
  className,
  ...rest
}: IconButtonProps) {
  const { described, ...guarded } = useReason(reason, busy, rest.onClick)
  return (
    <>
      <Tooltip text={reason ?? label}>
        <button
          type="button"
          {...rest}
          {...guarded}
          aria-label={label}
          aria-pressed={pressed}
          className={classes(styles.icon, className)}
          data-size={size}
          data-marked={marked || undefined}
        >
          {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
        </button>
      </Tooltip>
      {described}
    </>
  )
}

function useReason(
  reason: string | undefined,
  busy: boolean | undefined,
  onClick: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined,
) {
  const id = useId()
  const stopped = reason !== undefined || busy === true
  return {
    'aria-disabled': stopped || undefined,
    'aria-busy': busy || undefined,
    'aria-describedby': reason === undefined ? undefined : id,
    // A disabled submit button must not submit its form.
    onClick: stopped ? (event: MouseEvent<HTMLButtonElement>) => event.preventDefault() : onClick,
    described: reason !== undefined && (
      <span id={id} hidden>
        {reason}
      </span>
    ),
  }
}
