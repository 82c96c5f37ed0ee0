import { formatDay, formatInstant, formatTime, isoTime, localDate, timeZoneName } from '@/lib/format.ts'
import { timelineText } from '@/messages/device-page/device-history.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Tag } from '@/ui/display/Tag.tsx'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import type { Tone } from '@/ui/feedback/tone.ts'
import type { DeviceEvent, DeviceEventKind } from './device-event.ts'
import styles from './DeviceHistory.module.css'

const toneOf: Record<DeviceEventKind, Tone> = {
  connection: 'ok',
  update: 'info',
  action: 'warn',
  device: 'idle',
}

/** Events by day, newest first. */
export function EventList({ events }: { events: readonly DeviceEvent[] }) {
  const days = Map.groupBy(events, ({ at }) => localDate(at))
  return (
    <div role="group" aria-label={timelineText.list} className={styles.days}>
      {[...days].map(([day, dayEvents]) => (
        <section key={day} aria-label={formatDay(day)}>
          <h3 className={styles.day}>
            {timelineText.day(formatDay(day), timeZoneName(dayEvents[0]?.at ?? 0))}
          </h3>
          <ol className={styles.list}>
            {dayEvents.map(({ key, at, kind, source, text }) => (
              <li key={key} className={styles.item}>
                <time dateTime={isoTime(at)} title={formatInstant(at)} className={styles.clock}>
                  {formatTime(at, { seconds: true, zone: 'beside' })}
                </time>
                <span className={styles.kind}>
                  <StatusMark tone={toneOf[kind]} shape="dot" />
                  {timelineText.kinds[kind]}
                </span>
                <span className={styles.text}>{text}</span>
                <span className={styles.about}>
                  <Tag title={timelineText.sourceTitles[source]}>{timelineText.sources[source]}</Tag>
                  <RelativeTime at={at} />
                </span>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}
