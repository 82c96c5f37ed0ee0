import { useState, type ComponentProps, type KeyboardEvent } from 'react'
import { ScrollHand, type ScrollCue } from './scroll-hand.ts'
import type { Follow } from './use-follow.ts'

type Watch = Pick<
  ComponentProps<'div'>,
  'onScroll' | 'onWheel' | 'onTouchMove' | 'onTouchEnd' | 'onPointerDown' | 'onPointerMove' | 'onPointerUp'
>

/** Pauses and resumes following as the user scrolls. */
export function useScrollHand(follow: Follow) {
  const [hand] = useState(() => new ScrollHand())
  const applyCue = (cue: ScrollCue, list: HTMLElement) => {
    if (cue === 'resume') follow.resume()
    // Immediately: a line that arrives before the scroll event would scroll the list back to its end.
    if (cue === 'pause' && list.scrollTop > 0) follow.pause()
  }
  const watch: Watch = {
    onWheel: ({ deltaY, currentTarget }) => applyCue(hand.wheel(deltaY), currentTarget),
    onTouchMove: ({ touches, currentTarget }) =>
      applyCue(hand.touch(touches[0]?.clientY ?? 0), currentTarget),
    onTouchEnd: () => hand.touchEnd(),
    onPointerDown: ({ pointerType }) => hand.hold(pointerType === 'mouse'),
    // Browsers do not send pointerup after a press on a scroll bar.
    onPointerMove: ({ buttons }) => buttons === 0 && hand.hold(false),
    onPointerUp: () => hand.hold(false),
    onScroll: ({ currentTarget: list }) => {
      const left = list.scrollHeight - list.clientHeight - list.scrollTop
      applyCue(hand.scrolled({ top: list.scrollTop, left }), list)
    },
  }
  return {
    watch,
    onKey: ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => applyCue(hand.key(key), currentTarget),
    letGo: () => hand.letGo(),
  }
}
