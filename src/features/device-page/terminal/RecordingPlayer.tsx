import { IconPlayerPause, IconPlayerPlay, IconReload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { recordingText } from '@/messages/device-page/device-terminal.ts'
import { Button } from '@/ui/form/Button.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import type { Cast } from './asciicast.ts'
import { CastPlayback } from './cast-playback.ts'
import { openEmulator } from './emulator.ts'
import styles from './RecordingPlayer.module.css'

const FONT_SIZE = 12
const TICK_MS = 50
const STEP_SECONDS = 0.1
const speeds = ['0.5', '1', '2', '4', '8'] as const
type Speed = (typeof speeds)[number]

/** Formats seconds as 1:05. */
const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** A recording with playback controls. */
export function RecordingPlayer({ cast }: { cast: Cast }) {
  const container = useRef<HTMLDivElement>(null)
  const playback = useRef<CastPlayback>(null)
  const [position, setPosition] = useState(0)
  const [playing, setPlaying] = useState(true)
  const [speed, setSpeed] = useState<Speed>('1')

  useEffect(() => {
    const element = container.current
    if (!element) return
    const terminal = openEmulator(element, { fontSize: FONT_SIZE, readOnly: true })
    terminal.options.screenReaderMode = true
    playback.current = new CastPlayback(cast, terminal)
    return () => {
      playback.current = null
      terminal.dispose()
    }
  }, [cast])

  useEffect(() => {
    if (!playing) return
    const ticks = setInterval(() => {
      const { current } = playback
      if (!current) return
      current.advance((TICK_MS / 1_000) * Number(speed))
      setPosition(current.position)
      if (current.hasEnded) setPlaying(false)
    }, TICK_MS)
    return () => clearInterval(ticks)
  }, [playing, speed])

  const length = cast.events.at(-1)?.at ?? 0
  const hasEnded = !playing && position >= length
  const goTo = (seconds: number) => {
    playback.current?.seek(seconds)
    setPosition(seconds)
  }
  return (
    <div className={styles.player}>
      <div ref={container} role="group" aria-label={recordingText.screen} className={styles.screen} />
      <div className={styles.controls}>
        <Button
          icon={<PlayIcon playing={playing} hasEnded={hasEnded} />}
          onClick={() => {
            if (hasEnded) goTo(0)
            setPlaying(!playing)
          }}
        >
          {hasEnded ? recordingText.again : playing ? recordingText.pause : recordingText.play}
        </Button>
        <input
          type="range"
          aria-label={recordingText.position}
          aria-valuetext={recordingText.time(clock(position), clock(length))}
          className={styles.position}
          min={0}
          max={length}
          step={STEP_SECONDS}
          value={position}
          onChange={(event) => goTo(Number(event.target.value))}
        />
        <span className={styles.time}>{recordingText.time(clock(position), clock(length))}</span>
        <SelectField<Speed>
          label={recordingText.speed}
          hideLabel
          value={speed}
          options={speeds.map((value) => ({ value, label: recordingText.times(Number(value)) }))}
          onChange={setSpeed}
        />
      </div>
    </div>
  )
}

function PlayIcon({ playing, hasEnded }: { playing: boolean; hasEnded: boolean }) {
  if (hasEnded) return <IconReload size={16} aria-hidden="true" />
  const Icon = playing ? IconPlayerPause : IconPlayerPlay
  return <Icon size={16} aria-hidden="true" />
}
