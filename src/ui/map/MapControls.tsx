import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { mapText } from '@/messages/map.ts'
import { IconButton } from '../form/Button.tsx'
import { ZOOM_STEP } from './map-keys.ts'
import styles from './MapView.module.css'

export interface MapControlsProps {
  zoomBy: (factor: number) => void
  onCenter: () => void
}

/** The buttons of a map, and where its outlines come from. */
export function MapControls({ zoomBy, onCenter }: MapControlsProps) {
  return (
    <>
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
          onClick={onCenter}
        />
      </div>
      <p className={styles.source}>{mapText.sources}</p>
    </>
  )
}
