import { useState } from 'react'
import { demoAccounts } from '@/control-panel/demo-accounts.ts'
import { storyText as text } from '@/messages/control-panel/stories.ts'
import { Button } from '@/ui/form/Button.tsx'
import { builtInStories } from './catalogue.ts'
import styles from './StoryList.module.css'

/** The available stories, each with a start button. */
export function StoryList({ onStart }: { onStart: (name: string) => void }) {
  const [stories] = useState(builtInStories)
  return (
    <ul className={styles.list} aria-label={text.stories}>
      {stories.map(({ name, story: { title, about, minutes, person } }) => (
        <li key={name} className={styles.story}>
          <span className={styles.text}>
            <b>{title}</b>
            <span>{about}</span>
            <span className={styles.facts}>{text.facts(nameOf(person), minutes)}</span>
          </span>
          <Button size="s" aria-label={text.startNamed(title)} onClick={() => onStart(name)}>
            {text.start}
          </Button>
        </li>
      ))}
    </ul>
  )
}

const nameOf = (person: string | null) =>
  person === null
    ? null
    : (demoAccounts.find(({ email }) => email.startsWith(`${person}@`))?.name ??
      person.replace(/^./, (first) => first.toUpperCase()))
