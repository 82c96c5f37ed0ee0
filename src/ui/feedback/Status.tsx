import { useEffect, useLayoutEffect, useRef, useState, type HTMLAttributes } from 'react'
import { isPageArriving } from './page-arrival.ts'
import styles from './Status.module.css'

/** A progress is announced when it begins, and then at most this often. */
const PACE_MS = 10_000
/** By then, screen readers have noticed a change. */
const HEARD_MS = 1000

export interface StatusProps extends HTMLAttributes<HTMLElement> {
  as?: 'p' | 'div' | 'span' | 'b'
  /** The text changes many times while the person waits, as of a progress: not every change is announced. */
  paced?: boolean
  /** Asked at each change of the text whether that is announced. */
  when?: (() => boolean) | undefined
  /** It is not part of the page that arrives, such as a notice that it takes long: it is announced even then. */
  beside?: boolean
}

/**
 * A text that screen readers announce when it appears or changes, shown where it was asked for. What a page shows when it arrives is
 * not announced, because it is read with the page. For an announcement that is not shown use `announce`, for errors `role="alert"`.
 */
export function Status({
  as: Tag = 'p',
  paced = false,
  when,
  beside = false,
  children,
  ...rest
}: StatusProps) {
  const region = useRef<HTMLElement>(null)
  const later = useLater(beside)
  useVoice(region, paced, when)
  const Content = Tag === 'div' ? 'div' : 'span'
  const isEmpty = children === undefined || children === null || children === false || children === ''
  return (
    <Tag {...rest} ref={(element: HTMLElement | null) => void (region.current = element)} role="status">
      {isEmpty ? null : later === '' ? (
        children
      ) : (
        <Content className={`${styles.content} ${later}`}>{children}</Content>
      )}
    </Tag>
  )
}

/** The class of text in a live region that is new itself: it makes the text appear just after the region, so that it is announced. */
export function useLater(isBesidePage = false): string {
  const [isLater] = useState(() => isBesidePage || !isPageArriving())
  return isLater ? (styles.later ?? '') : ''
}

/** Turns the live region off for changes that are not announced, or that follow the last announced one too soon. */
function useVoice(
  region: { readonly current: HTMLElement | null },
  paced: boolean,
  when: StatusProps['when'],
) {
  const last = useRef({ text: '', at: -Infinity })
  const hush = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(hush.current), [])
  useLayoutEffect(() => {
    const element = region.current
    if (element === null || element.textContent === last.current.text) return
    if (!paced && !when) {
      last.current = { text: element.textContent, at: -Infinity }
      return element.removeAttribute('aria-live')
    }
    const isDue = when?.() ?? (!paced || performance.now() - last.current.at >= PACE_MS)
    last.current = { text: element.textContent, at: isDue ? performance.now() : last.current.at }
    // Screen readers look at it after the change of the text.
    element.setAttribute('aria-live', isDue ? 'polite' : 'off')
    // Parts of the content may change without this component.
    clearTimeout(hush.current)
    if (when && isDue) hush.current = setTimeout(() => element.setAttribute('aria-live', 'off'), HEARD_MS)
  })
}
