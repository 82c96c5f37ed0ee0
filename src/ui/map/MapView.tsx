import { useId, type MouseEvent } from 'react'
import { mapText } from '@/messages/map.ts'
import { Land } from './Land.tsx'
import { moveByKey } from './map-keys.ts'
import { MapControls } from './MapControls.tsx'
import styles from './MapView.module.css'
import { placeAt, toScreen, type Place } from './mercator.ts'
import { Pin, type MapMarker } from './Pin.tsx'
import { useMapView } from './use-map-view.ts'

export interface WorldMapProps {
  /** Accessible name. */
  label: string
  markers: readonly MapMarker[]
  /** Makes every place choosable: by a press, or by Enter for the middle. */
  onPick?: ((place: Place) => void) | undefined
  height?: number
}

/** The map itself, loaded with the first that is shown. */
export function MapView({ label, markers, onPick, height }: WorldMapProps & { height: number }) {
  const id = useId()
  const control = useMapView(markers)
  const { frame, size, view } = control

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
        onKeyDown={(event) =>
          moveByKey(
            event,
            control,
            onPick && { Enter: () => onPick(placeAt({ x: size.width / 2, y: size.height / 2 }, view)) },
          )
        }
      >
        <Land view={view} size={size} />
        <ul className={styles.pins}>
          {markers.map((marker) => (
            <Pin key={marker.id} marker={marker} at={toScreen(marker, view)} />
          ))}
        </ul>
        {onPick && <span className={styles.cross} aria-hidden="true" />}
      </div>
      <p id={id} hidden>
        {onPick ? mapText.pickKeys : mapText.keys}
      </p>
      <MapControls zoomBy={control.zoomBy} onCenter={() => control.show(markers)} />
    </div>
  )
}
