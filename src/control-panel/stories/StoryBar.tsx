import { IconNotes, IconRotate, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { WorldClock } from '@/control-panel/world-clock.ts'
import { storyText as text } from '@/messages/control-panel/stories.ts'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button, IconButton } from '@/ui/form/Button.tsx'
import { findControl, STORY_HOST } from './find-control.ts'
import type { StoryRunner, StoryState } from './story-runner.ts'
import { pointedAt } from './story.ts'
import { openNotesWindow, StoryNotes } from './StoryNotes.tsx'
import styles from './StoryBar.module.css'

const POLL_EVERY_MS = 300
const POLLS_WITH_FOCUS = 3

/** The bar of the current story, at the bottom of every page. */
export function StoryBar({ runner, clock }: { runner: StoryRunner; clock: WorldClock }) {
  const state = useSyncExternalStore(runner.subscribe, runner.state)
  if (state.is === 'none') return null
  return createPortal(
    <div {...{ [STORY_HOST]: '' }}>
      {state.is === 'told' ? (
        <StepResult runner={runner} clock={clock} at={state} />
      ) : (
        <section className={styles.bar} aria-label={text.bar}>
          {state.is === 'opening' ? (
            <Status>{text.opening}</Status>
          ) : (
            <>
              <ErrorBanner>
                {text.failed}: {state.reason}
              </ErrorBanner>
              <Button size="s" onClick={runner.leave}>
                {text.leave}
              </Button>
            </>
          )}
        </section>
      )}
    </div>,
    document.body,
  )
}

function StepResult({
  runner,
  clock,
  at,
}: {
  runner: StoryRunner
  clock: WorldClock
  at: Extract<StoryState, { is: 'told' }>
}) {
  const { story, index, phase, problem } = at
  const { steps, title } = story.story
  const step = steps[index]
  const nextButton = useRef<HTMLButtonElement>(null)
  const bar = useRef<HTMLElement>(null)
  const [notes, setNotes] = useState<Window | null>(null)
  useRoomBelow(bar)
  // Pages, dialogs and terminals take the focus after they open; users who watch the story need it on Next again.
  const isWatching = useRef(false)
  useEffect(() => {
    const onPointer = () => (isWatching.current = false)
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Tab') isWatching.current = false
      if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey) return
      event.preventDefault()
      nextButton.current?.focus()
    }
    // Handled before dialogs, which trap the focus: this is the way out.
    document.addEventListener('keydown', onKey, { capture: true })
    document.addEventListener('pointerdown', onPointer, { capture: true })
    return () => {
      document.removeEventListener('keydown', onKey, { capture: true })
      document.removeEventListener('pointerdown', onPointer, { capture: true })
    }
  }, [])
  useEffect(() => {
    let polls = 0
    const poll = () => {
      if (phase === 'reading' && isWatching.current) {
        nextButton.current?.focus()
        if (++polls === POLLS_WITH_FOCUS) isWatching.current = false
      }
      point(step && phase !== 'done' ? step : undefined)
      runner.poll()
    }
    poll()
    const timer = setInterval(poll, POLL_EVERY_MS)
    return () => {
      clearInterval(timer)
      point(undefined)
    }
  }, [runner, step, phase])
  if (step === undefined) return null
  const isLast = index + 1 === steps.length
  const hint =
    phase === 'done'
      ? text.done
      : step.do !== undefined
        ? text.tryIt
        : step.world !== undefined
          ? text.watch
          : undefined
  const openNotes = () => {
    const opened = openNotesWindow(title)
    if (opened === null) showToast({ tone: 'warn', key: 'story-notes', title: text.noWindow })
    else setNotes(opened)
  }
  return (
    <section ref={bar} className={styles.bar} aria-label={text.bar} data-step={index + 1} data-phase={phase}>
      <div className={styles.head}>
        <b className={styles.title}>{title}</b>
        <span className={styles.count}>{text.step(index + 1, steps.length)}</span>
        <span className={styles.tools}>
          <IconButton
            size="s"
            label={text.notes}
            icon={<IconNotes size={16} aria-hidden="true" />}
            onClick={openNotes}
          />
          <IconButton
            size="s"
            label={text.restart}
            icon={<IconRotate size={16} aria-hidden="true" />}
            onClick={() => void runner.restart()}
          />
          <IconButton
            size="s"
            label={text.leave}
            icon={<IconX size={16} aria-hidden="true" />}
            onClick={runner.leave}
          />
        </span>
      </div>
      <Status as="div" className={styles.text} tabIndex={-1}>
        <p>{step.say}</p>
        {problem !== undefined && <p className={styles.problem}>{problem}</p>}
      </Status>
      <div className={styles.foot}>
        <span className={styles.hint}>
          {hint} <span className={styles.keys}>{text.keys}</span>
        </span>
        {phase === 'stuck' && (
          <Button size="s" onClick={() => void runner.again()}>
            {text.again}
          </Button>
        )}
        <Button size="s" reason={index === 0 ? text.first : undefined} onClick={() => void runner.back()}>
          {text.back}
        </Button>
        <Button
          ref={nextButton}
          size="s"
          variant="primary"
          busy={phase === 'acting'}
          onClick={() => {
            isWatching.current = true
            void runner.next()
          }}
        >
          {isLast ? text.finish : text.next}
        </Button>
      </div>
      {notes && (
        <StoryNotes
          place={notes}
          clock={clock}
          story={story.story}
          index={index}
          onBack={() => void runner.back()}
          onNext={() => void runner.next()}
          onClosed={() => setNotes(null)}
        />
      )}
    </section>
  )
}

/** Draws a ring around the highlighted control, following its position. */
function point(step: Parameters<typeof pointedAt>[0] | undefined) {
  const target = step && pointedAt(step)
  const control = target && findControl(target)
  const marked = document.querySelector('[data-story-control]')
  if (marked === (control ?? null)) return
  marked?.removeAttribute('data-story-control')
  control?.setAttribute('data-story-control', '')
  control?.scrollIntoView?.({ block: 'nearest', behavior: 'smooth' })
}

/** Pages end above the bar, and focused elements are scrolled clear of it. */
function useRoomBelow(bar: { readonly current: HTMLElement | null }) {
  useEffect(() => {
    const root = document.documentElement
    const measure = () => root.style.setProperty('--story-bar', `${bar.current?.offsetHeight ?? 0}px`)
    measure()
    const observer = new ResizeObserver(measure)
    if (bar.current) observer.observe(bar.current)
    return () => {
      observer.disconnect()
      root.style.removeProperty('--story-bar')
    }
  }, [bar])
}
