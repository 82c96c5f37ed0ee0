import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { useId, type KeyboardEvent, type ReactNode } from 'react'
import type { MapTiles } from '@/lib/third-parties.ts'
import { mapText } from '@/messages/common/map.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { IconButton } from '@/ui/form/Button.tsx'
import { useLasting } from '@/ui/use-lasting.ts'
import { Attribution } from './Attribution.tsx'
import { ScaleBar } from './ScaleBar.tsx'
import { useBaseLayer } from './use-base-layer.ts'
import type { LeafletControl } from './use-leaflet.ts'
import styles from './MapFrame.module.css'

/** A base layer that takes longer says so. */
const SLOW_MS = 400

export interface MapFrameProps {
  /** Accessible name. */
  label: string
  /** Text about keyboard control. */
  keys: string
  leaflet: LeafletControl
  tiles: MapTiles | null
  /** A click chooses a location. */
  isPicking?: boolean
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  /** Additional buttons next to zoom. */
  tools?: ReactNode
  /** What the marks mean. */
  legend?: ReactNode
  children?: ReactNode
}

/** A map with base layer, buttons and attribution, as high as its container; `children` are placed on it. */
export function MapFrame({
  label,
  keys,
  leaflet: { frame, map, showAll },
  tiles,
  isPicking = false,
  onKeyDown,
  tools,
  legend,
  children,
}: MapFrameProps) {
  const id = useId()
  const { ground, isLoading } = useBaseLayer(map, tiles)
  const isSlow = useLasting(isLoading, SLOW_MS)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the map, and of the markers on it
    <div className={styles.map} data-loading={isLoading || undefined} onKeyDown={onKeyDown}>
      <div
        ref={frame}
        role="application"
        aria-label={label}
        aria-describedby={id}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the map is moved by keys
        tabIndex={0}
        className={styles.frame}
        data-picking={isPicking || undefined}
      />
      {children}
      {isPicking && <span className={styles.cross} aria-hidden="true" />}
      <p id={id} hidden>
        {keys}
      </p>
      <div className={styles.buttons}>
        <IconButton
          size="s"
          label={mapText.zoomIn}
          icon={<IconPlus size={16} />}
          onClick={() => map?.zoomIn()}
        />
        <IconButton
          size="s"
          label={mapText.zoomOut}
          icon={<IconMinus size={16} />}
          onClick={() => map?.zoomOut()}
        />
        <IconButton
          size="s"
          label={mapText.center}
          icon={<IconFocusCentered size={16} />}
          onClick={showAll}
        />
        {tools}
      </div>
      {map && <ScaleBar map={map} />}
      {legend && <div className={styles.legend}>{legend}</div>}
      <p className={styles.source}>
        {ground === 'tiles' && tiles ? <Attribution html={tiles.attribution} /> : mapText.sources}
      </p>
      <div className={styles.notices}>
        <Status className={styles.notice}>{isSlow && mapText.loading}</Status>
        {/* Said once, when it happens. */}
        <Status className={styles.notice}>
          {ground === 'outlines for want of tiles' && mapText.tilesMissing}
        </Status>
      </div>
    </div>
  )
}
