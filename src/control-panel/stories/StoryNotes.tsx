import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useWorldTime } from '@/control-panel/use-world.ts'
import type { WorldClock } from '@/control-panel/world-clock.ts'
import { storyText as text } from '@/messages/control-panel/stories.ts'
import { Button } from '@/ui/form/Button.tsx'
import type { Story } from './story.ts'
import styles from './StoryNotes.module.css'

export interface StoryNotesProps {
  /** The window of the presenter notes. */
  place: Window
  clock: WorldClock
  story: Story
  /** From 0. */
  index: number
  onBack: () => void
  onNext: () => void
  onClosed: () => void
}

/** Presenter notes in a second window: the note of the step, the next step, and the same buttons. */
export function StoryNotes(props: StoryNotesProps) {
  const { place, story, index, onClosed } = props
  useEffect(() => {
    const closed = () => {
      if (place.closed) onClosed()
    }
    const timer = setInterval(closed, 500)
    return () => clearInterval(timer)
  }, [place, onClosed])
  useEffect(() => () => place.close(), [place])
  const step = story.steps[index]
  const following = story.steps[index + 1]
  if (step === undefined) return null
  return createPortal(
    <main className={styles.notes}>
      <p className={styles.facts}>
        {text.step(index + 1, story.steps.length)} · {text.simulatedTime} <WorldTime clock={props.clock} />
      </p>
      <h1>{story.title}</h1>
      <p>{step.say}</p>
      <p className={styles.note}>{step.note ?? text.noNote}</p>
      <h2>{text.comingNext}</h2>
      <p>{following?.say ?? text.lastStep}</p>
      <div className={styles.buttons}>
        <Button onClick={props.onBack}>{text.back}</Button>
        <Button variant="primary" onClick={props.onNext}>
          {following ? text.next : text.finish}
        </Button>
      </div>
    </main>,
    place.document.body,
  )
}

function WorldTime({ clock }: { clock: WorldClock }) {
  return <time>{useWorldTime(clock)}</time>
}

/** Opens the window with the page's language, colours and styles; null if the browser blocks it. */
export function openNotesWindow(title: string): Window | null {
  const opened = window.open('', 'flotilla-story-notes', 'popup,width=520,height=680')
  if (opened === null) return null
  const page = opened.document
  const { documentElement: own } = document
  page.documentElement.lang = own.lang
  for (const { name, value } of own.attributes)
    if (name.startsWith('data-')) page.documentElement.setAttribute(name, value)
  page.head.replaceChildren()
  page.title = title
  for (const sheet of document.querySelectorAll('link[rel=stylesheet], style'))
    page.head.append(page.importNode(sheet, true))
  for (const link of page.querySelectorAll('link'))
    link.href = new URL(link.getAttribute('href') ?? '', document.baseURI).href
  return opened
}
