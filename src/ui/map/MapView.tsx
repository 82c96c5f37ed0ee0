import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { useId, type KeyboardEvent, type MouseEvent } from 'react'
import { mapText } from '@/messages/map.ts'
import { IconButton } from '../Button.tsx'
import { Link } from '../link.tsx'
import { StatusMark } from '../StatusBadge.tsx'
import { Land } from './Land.tsx'
import styles from './MapView.module.css'
import { placeAt, toScreen, type View } from './mercator.ts'
import { onPixel } from './on-pixel.ts'
import { useMapView, type MapViewControl } from './use-map-view.ts'
import type { MapMarker, WorldMapProps } from './WorldMap.tsx'

const STEP_PX = 60
const ZOOM_STEP = 1.6

/** The map itself, loaded with the first that is shown. */
export function MapView({ label, markers, onPick, height }: WorldMapProps & { height: number }) {
  const id = useId()
  const control = useMapView(markers)
  const { frame, size, view, show, zoomBy } = control

  const pick = (event: MouseEvent<HTMLElement>) => {
    const onMarker = event.target instanceof Element && event.target.closest('a, button') !== null
    if (onPick === undefined || onMarker || frame.current === null) return
    const { left, top } = frame.current.getBoundingClientRect()
    onPick(placeAt({ x: event.clientX - left, y: event.clientY - top }, view))
  }
  return (
    <div className={styles.map} style={{ height: `min(${height}px, 62svh)` }}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys and Enter are handled below */}
      <div
        ref={frame}
        role="application"
        aria-label={label}
        aria-describedby={id}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the map is moved by keys
        tabIndex={0}
        className={styles.frame}
        data-picking={onPick === undefined ? undefined : true}
        onClick={pick}
        onKeyDown={(event) => pressKey(event, control, onPick)}
      >
        <Land view={view} size={size} />
        <ul className={styles.pins}>
          {markers.map((marker) => (
            <Pin key={marker.id} marker={marker} view={view} />
          ))}
        </ul>
        {onPick && <span className={styles.cross} aria-hidden="true" />}
      </div>
      <p id={id} hidden>
        {onPick ? mapText.pickKeys : mapText.keys}
      </p>
      <div className={styles.buttons}>
        <IconButton
          size="s"
          label={mapText.zoomIn}
          icon={<IconPlus size={16} />}
          onClick={() => zoomBy(ZOOM_STEP)}
        />
        <IconButton
          size="s"
          label={mapText.zoomOut}
          icon={<IconMinus size={16} />}
          onClick={() => zoomBy(1 / ZOOM_STEP)}
        />
        <IconButton
          size="s"
          label={mapText.center}
          icon={<IconFocusCentered size={16} />}
          onClick={() => show(markers)}
        />
      </div>
      <p className={styles.source}>{mapText.sources}</p>
    </div>
  )
}

function pressKey(
  event: KeyboardEvent<HTMLElement>,
  { view, size, moveBy, zoomBy }: MapViewControl,
  onPick: WorldMapProps['onPick'],
) {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
  const actions: Record<string, () => void> = {
    ArrowLeft: () => moveBy(STEP_PX, 0),
    ArrowRight: () => moveBy(-STEP_PX, 0),
    ArrowUp: () => moveBy(0, STEP_PX),
    ArrowDown: () => moveBy(0, -STEP_PX),
    '+': () => zoomBy(ZOOM_STEP),
    '=': () => zoomBy(ZOOM_STEP),
    '-': () => zoomBy(1 / ZOOM_STEP),
    ...(onPick && { Enter: () => onPick(placeAt({ x: size.width / 2, y: size.height / 2 }, view)) }),
  }
  const action = actions[event.key]
  if (action === undefined) return
  event.preventDefault()
  action()
}

function Pin({ marker, view }: { marker: MapMarker; view: View }) {
  const { label, to, tone = 'info' } = marker
  return (
    <li className={styles.pin} style={onPixel(toScreen(marker, view))} title={label}>
      {to === undefined ? (
        <span role="img" aria-label={label} className={styles.marker}>
          <StatusMark tone={tone} shape="dot" />
        </span>
      ) : (
        <Link to={to} aria-label={label} className={styles.marker}>
          <StatusMark tone={tone} />
        </Link>
      )}
    </li>
  )
}
